"""hopper_bench.py: grouped_hop beside PyTorch's grouped product in one run: medians of pairs on a cold L2.

    nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I runner/include \
         -I labs/w16-tma-wgmma-gemm -shared -Xcompiler -fPIC -o /tmp/w23b.so \
         kernels/w23b-grouped-gemm/hopper_bench.cu -lcublas
    python3 kernels/w23b-grouped-gemm/hopper_bench.py /tmp/w23b.so

64 experts, 65,536 tokens of 2,048 to 1,408 features, evenly and by Zipf's law. The ratio is the median of the pairs'
ratios.
"""
import ctypes
import random
import statistics
import sys

import torch

EXPERTS, TOKENS, WIDE, DEEP = 64, 65536, 1408, 2048


def library():
    """PyTorch's grouped product by the name that this version has."""
    named = getattr(torch.nn.functional, "grouped_mm", None)
    return named or torch._grouped_mm


def timed(run, junk):
    """Milliseconds between events; the memset empties L2 and hides the launch."""
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    junk.zero_()
    begin.record()
    run()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end)


def zipf(power):
    share = [(i + 1) ** -power for i in range(EXPERTS)]
    counts = [int(TOKENS * s / sum(share)) for s in share]
    counts[0] += TOKENS - sum(counts)
    random.Random(7).shuffle(counts)
    return counts


def compare(entry, name, counts, x, w, junk):
    ends = torch.tensor(counts, device="cuda").cumsum(0).int()
    off = torch.cat([torch.zeros(1, device="cuda", dtype=torch.int32), ends])
    y = torch.empty(TOKENS, WIDE, device="cuda", dtype=torch.bfloat16)
    pointers = [ctypes.c_void_p(t.data_ptr()) for t in (x, w, y, off)]
    turned, product = w.transpose(-2, -1), library()

    def ours():
        if entry(*pointers, EXPERTS, TOKENS, WIDE, DEEP):
            raise RuntimeError("grouped_hop was not launched")

    def theirs():
        return product(x, turned, offs=ends)

    ours()
    other = theirs().float()
    apart = ((y.float() - other).abs() / (other.abs() + 1)).max().item()
    times = [(timed(ours, junk), timed(theirs, junk)) for _ in range(34)][3:]
    flop = 2 * TOKENS * WIDE * DEEP * 1e-9
    a, b = (statistics.median(t) for t in zip(*times))
    ratio = statistics.median(t / o for o, t in times)
    print(f"{name}: ours {a:.3f} ms {flop / a:.1f}, PyTorch's {b:.3f} ms {flop / b:.1f} TFLOP/s, ratio {ratio:.3f}, "
          f"largest difference {apart:.2g} of 1 + |y|", flush=True)


def main():
    entry = ctypes.CDLL(sys.argv[1]).w23b_launch
    junk = torch.empty(160 << 20, dtype=torch.uint8, device="cuda")
    x = torch.randn(TOKENS, DEEP, device="cuda", dtype=torch.bfloat16)
    w = torch.randn(EXPERTS, WIDE, DEEP, device="cuda", dtype=torch.bfloat16)
    print(torch.cuda.get_device_name(), "torch", torch.__version__, library().__name__)
    compare(entry, "even", [TOKENS // EXPERTS] * EXPERTS, x, w, junk)
    compare(entry, "Zipf 0.5", zipf(.5), x, w, junk)
    compare(entry, "Zipf 1", zipf(1), x, w, junk)


if __name__ == "__main__":
    main()
