"""linear_ce_bench.py: linear_ce.cu beside PyTorch's product and loss in one run: medians of rounds on a cold L2.

    nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I runner/include \
         -I labs/w16-tma-wgmma-gemm -shared -Xcompiler -fPIC -o /tmp/w28.so \
         kernels/w28-dpo-grpo/linear_ce_bench.cu -lcublas
    python3 kernels/w28-dpo-grpo/linear_ce_bench.py /tmp/w28.so

4,096 tokens x 4,096 x 128,256, bfloat16: the product alone, and the product with cross_entropy behind it. Ratios are
the medians of the rounds' ratios.
"""
import ctypes
import statistics
import sys

import torch
from torch.nn.functional import cross_entropy, linear

TOKENS, DEEP, WORDS = 4096, 4096, 128256


def timed(run, junk):
    """Milliseconds between events; the memset empties L2 and hides the launch."""
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    junk.zero_()
    begin.record()
    run()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end)


def main():
    entry = ctypes.CDLL(sys.argv[1]).w28_launch
    junk = torch.empty(160 << 20, dtype=torch.uint8, device="cuda")
    hidden = torch.randn(TOKENS, DEEP, device="cuda").bfloat16()
    weight = (torch.randn(WORDS, DEEP, device="cuda") / DEEP**.5).bfloat16()
    target = torch.randint(WORDS, (TOKENS,), device="cuda")
    short = target.int()
    part = torch.empty((WORDS + 255) // 256 * TOKENS * 2, device="cuda")
    picked, loss, lse = (torch.empty(TOKENS, device="cuda") for _ in range(3))
    pointers = [ctypes.c_void_p(t.data_ptr()) for t in (hidden, weight, short, part, picked, loss, lse)]

    def ours():
        if entry(*pointers, TOKENS, WORDS, DEEP):
            raise RuntimeError("linear_ce was not launched")

    def both():
        return cross_entropy(linear(hidden, weight), target, reduction="none")

    ours()
    apart = (loss - both().float()).abs().max().item()
    rounds = [(timed(ours, junk), timed(lambda: linear(hidden, weight), junk), timed(both, junk))
              for _ in range(13)][2:]
    a, g, b = (statistics.median(t) for t in zip(*rounds))
    print(torch.cuda.get_device_name(), "torch", torch.__version__)
    print(f"{TOKENS} tokens x {DEEP} x {WORDS}: ours {a:.3f} ms, PyTorch's linear {g:.3f} ms, linear and cross_entropy "
          f"{b:.3f} ms; of linear alone {statistics.median(x / y for x, y, _ in rounds):.3f}, faster than both by "
          f"{statistics.median(y / x for x, _, y in rounds):.3f}; largest difference {apart:.2g}", flush=True)


if __name__ == "__main__":
    main()
