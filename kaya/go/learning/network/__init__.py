"""Networks that learn, from records or from games against themselves; with PyTorch (the extra `train`)."""
