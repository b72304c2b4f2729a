"""bench.py: flash_hop beside cuDNN's attention, as PyTorch calls it, in one run: medians of pairs on a cold L2.

    nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I runner/include -I labs/w17-flash-hopper \
         -I kernels/w17-flash-hopper -shared -Xcompiler -fPIC -o /tmp/w17.so kernels/w17-flash-hopper/bench.cu
    python3 kernels/w17-flash-hopper/bench.py /tmp/w17.so ...

16 heads of 4,096 to 16,384 tokens, d = 128, bfloat16. The ratio is the median of the pairs' ratios.
"""
import ctypes
import statistics
import sys

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

HOP = 2  # flash_hop's number in bench.cu


def launcher(path):
    """A function that launches flash_hop of the library."""
    entry = ctypes.CDLL(path).w17_launch

    def launch(q, k, v, o, lse, causal):
        _, heads, length, _ = q.shape
        pointers = [ctypes.c_void_p(x.data_ptr()) for x in (q, k, v, o, lse)]
        if entry(HOP, *pointers, None, length, heads, 1, int(causal)):
            raise RuntimeError("flash_hop was not launched")

    return launch


def timed(run, junk):
    """Milliseconds between events; the memset empties L2 and hides the launch."""
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    junk.zero_()
    begin.record()
    run()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end)


def compare(path, length, causal, pairs, junk):
    launch = launcher(path)
    q, k, v = (torch.randn(1, 16, length, 128, device="cuda").bfloat16() for _ in range(3))
    o, lse = torch.empty_like(q), torch.empty(16, length, device="cuda")

    def library():
        return scaled_dot_product_attention(q, k, v, is_causal=causal)

    def ours():
        launch(q, k, v, o, lse, causal)

    ours()
    difference = (o.float() - library().float()).abs().max().item()
    mine, theirs = [], []
    for k_ in range(-3, pairs):
        x, y = timed(ours, junk), timed(library, junk)
        if k_ >= 0:
            mine.append(x)
            theirs.append(y)
    flop = 4 * 16 * length**2 * 128 / (2 if causal else 1) * 1e-9
    ratio = statistics.median(y / x for x, y in zip(mine, theirs))
    print(f"{path} S {length} {'causal' if causal else 'plain '}: ours {flop / statistics.median(mine):.1f}, "
          f"cuDNN {flop / statistics.median(theirs):.1f} TFLOP/s, ratio {ratio:.3f}, largest difference "
          f"{difference:.2g}", flush=True)


def main():
    junk = torch.empty(160 << 20, dtype=torch.uint8, device="cuda")
    print(torch.cuda.get_device_name(), "torch", torch.__version__, "cuDNN", torch.backends.cudnn.version())
    with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
        for length in (4096, 8192, 16384):
            for causal in (False, True):
                for path in sys.argv[1:]:
                    compare(path, length, causal, 21, junk)


if __name__ == "__main__":
    main()
