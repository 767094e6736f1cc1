"""Where kernels run: plain Python, compiled threads, a GPU; the cache of compiled code."""
