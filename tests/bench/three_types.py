#!/usr/bin/env python3
"""One product of side 4096 in float, with TF32 allowed, and in bf16, of random numbers and of zeros: what deep dive D01
is built on. Needs PyTorch and an NVIDIA GPU; kernels/RESULTS.md has what it said.

    three_types.py            medians between events, then thousands on end with the driver's word of the power
    three_types.py --once     each product once, to be run under `ncu --clock-control none -k 'regex:gemm|nvjet'` with
                              the metrics gpu__time_duration.sum, sm__cycles_elapsed.max, dram__bytes.sum,
                              lts__t_bytes.sum, and of sm__pipe_tensor_cycles_active, sm__pipe_fma_cycles_active and
                              sm__warps_active the .avg.pct_of_peak_sustained_active
"""
import subprocess
import sys
import threading
import time

import torch

SIDE, WARM, RUNS, LONG = 4096, 5, 40, 15000
FLOP = 2 * SIDE**3
POWER = "nvidia-smi --query-gpu=clocks.sm,power.draw.instant,clocks_event_reasons.sw_power_cap --format=csv,noheader"


def products():
    torch.manual_seed(1)
    a, b = (torch.randn(SIDE, SIDE, device="cuda") for _ in range(2))
    zeros = torch.zeros(SIDE, SIDE, device="cuda", dtype=torch.bfloat16)
    return [("float", False, a, b), ("TF32", True, a, b), ("bf16", True, a.bfloat16(), b.bfloat16()),
            ("bf16, zeros", True, zeros, zeros)]


def timed(work, times):
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    for _ in range(times):
        work()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) / times


def say_power():
    time.sleep(1)
    print("    " + subprocess.run(POWER.split(), capture_output=True, text=True, check=True).stdout.strip())


def main():
    for name, tf32, a, b in products():
        torch.backends.cuda.matmul.allow_tf32 = tf32
        if "--once" in sys.argv:
            torch.mm(a, b)
            torch.cuda.synchronize()
            continue
        for _ in range(WARM):
            torch.mm(a, b)
        ms = sorted(timed(lambda: torch.mm(a, b), 1) for _ in range(RUNS))[RUNS // 2]
        print(f"{name:12} {ms:8.4f} ms {FLOP / ms / 1e9:7.1f} TFLOP/s")
        if a.dtype == torch.bfloat16:
            look = threading.Thread(target=say_power)
            look.start()
            ms = timed(lambda: torch.mm(a, b), LONG)
            look.join()
            print(f"    on end   {ms:8.4f} ms {FLOP / ms / 1e9:7.1f} TFLOP/s")


main()
