"""gatecheck finds reads of KV-cache buffers that are not ordered behind HiCache's asynchronous layer loads."""

__version__ = "0.1.0"
