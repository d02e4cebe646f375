"""Embedding models on ONNX Runtime, offline."""
