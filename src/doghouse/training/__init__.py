"""Training of the nets by self-play; needs the extra ``train`` (PyTorch) and the compiled core."""
