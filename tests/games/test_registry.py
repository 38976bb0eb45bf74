"""Games by name: what a new one can be given."""

import pytest

from kaya.games.registry import bundles, find_bundle


@pytest.mark.parametrize("bundle", bundles(), ids=lambda bundle: bundle.name)
def test_an_unknown_condition_is_one_sentence_with_what_there_is(bundle):
    with pytest.raises(ValueError, match=rf"^{bundle.name} has no condition 'colour'; there are: [^\n]*\.$") as caught:
        bundle.start(colour="red")
    assert all(name in str(caught.value) for name in bundle.start_options)


@pytest.mark.parametrize("handicap", [-1, 2.5, "three", [], 1000])
def test_a_handicap_is_a_number_of_stones(handicap):
    with pytest.raises(ValueError, match=r"^[^\n]*\.$"):
        find_bundle("go").start(handicap=handicap)
