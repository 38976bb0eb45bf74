"""Networks that learn, from records or from games against themselves; with PyTorch (`pip install "kaya-mcts[train]"`)."""
