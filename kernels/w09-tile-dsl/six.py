#!/usr/bin/env python3
"""Six kernels in Triton's own spelling. Deep dive D03 shows them; tests/cli/triton.sh runs them on a CPU.

`TRITON_INTERPRET=1 python3 six.py` plays each program with Triton's interpreter and holds it against numpy. Nothing
is timed. Without the packages it says so and ends with 77, which a test harness reads as skipped.
"""
import sys

try:
    import numpy as np
    import triton
    import triton.language as tl
except ImportError as missing:
    print(f"six.py: {missing.name} is not installed, nothing was run")
    sys.exit(77)

# ---- 1: vector add ------------------------------------------------------------------------------------------


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)  # offsets of this program
    there = at < n                                       # those that exist
    v = tl.load(x + at, mask=there) + tl.load(y + at, mask=there)
    tl.store(out + at, v, mask=there)                    # the mask again


# ---- 2: a product, the first attempt ------------------------------------------------------------------------


@triton.jit
def matmul_rows(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    cols = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k0 in range(0, K, BK):
        k = k0 + tl.arange(0, BK)
        u = tl.load(a + rows[:, None] * K + k[None, :], mask=(rows[:, None] < M) & (k[None, :] < K), other=0.0)
        w = tl.load(b + k[:, None] * N + cols[None, :], mask=(k[:, None] < K) & (cols[None, :] < N), other=0.0)
        acc = tl.dot(u, w, acc)
    tl.store(c + rows[:, None] * N + cols[None, :], acc, mask=(rows[:, None] < M) & (cols[None, :] < N))


# ---- 3: the same, in groups and tuned -----------------------------------------------------------------------


def shape(BM, BN, BK, warps, stages):
    return triton.Config({"BM": BM, "BN": BN, "BK": BK, "GROUP": 8}, num_warps=warps, num_stages=stages)


@triton.autotune(
    configs=[shape(128, 256, 64, 8, 3), shape(128, 128, 32, 4, 4), shape(64, 32, 32, 2, 5)],
    key=["M", "N", "K"])                                  # a new triple is a new tuning
@triton.jit
def matmul(a, b, c, M, N, K, sam, sbk, scm,
           BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    p, down, across = tl.program_id(0), tl.cdiv(M, BM), tl.cdiv(N, BN)
    first = p // (GROUP * across) * GROUP                 # first row of tiles of my group
    tall = min(down - first, GROUP)                       # the last group may be lower
    q = p - first * across
    rows = (first + q % tall) * BM + tl.arange(0, BM)
    cols = (q // tall) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    pa = a + rows[:, None] * sam + k[None, :]
    pb = b + k[:, None] * sbk + cols[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k0 in range(0, K, BK):                            # pipelined over num_stages buffers
        u = tl.load(pa, mask=(rows[:, None] < M) & (k[None, :] < K - k0), other=0.0)
        w = tl.load(pb, mask=(k[:, None] < K - k0) & (cols[None, :] < N), other=0.0)
        acc = tl.dot(u, w, acc)
        pa += BK
        pb += BK * sbk
    tl.store(c + rows[:, None] * scm + cols[None, :], acc.to(c.dtype.element_ty),
             mask=(rows[:, None] < M) & (cols[None, :] < N))


# ---- 4: softmax, a row a program ----------------------------------------------------------------------------


@triton.jit
def softmax(x, y, sx, sy, C, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * sx + c, mask=c < C, other=-float("inf")).to(tl.float32)
    e = tl.exp(v - tl.max(v, axis=0))                     # exp(-inf) = 0: padding adds nothing
    tl.store(y + row * sy + c, (e / tl.sum(e, axis=0)).to(y.dtype.element_ty), mask=c < C)


# ---- 5: RMSNorm, forward and back ---------------------------------------------------------------------------


@triton.jit
def rms_fwd(x, g, y, rstd, C, eps, BLOCK: tl.constexpr):
    row, c = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * C + c, mask=c < C, other=0.0).to(tl.float32)
    r = tl.rsqrt(tl.sum(v * v, axis=0) / C + eps)         # by C, not by BLOCK
    w = tl.load(g + c, mask=c < C, other=0.0)
    tl.store(y + row * C + c, (v * r * w).to(y.dtype.element_ty), mask=c < C)
    tl.store(rstd + row, r)                               # four bytes a row for the way back


@triton.jit
def rms_bwd(x, g, dy, rstd, dx, part, R, C, BLOCK: tl.constexpr):
    p, c = tl.program_id(0), tl.arange(0, BLOCK)
    w = tl.load(g + c, mask=c < C, other=0.0)
    dg = tl.zeros((BLOCK,), dtype=tl.float32)
    for row in range(p, R, tl.num_programs(0)):           # few programs, many rows each
        v = tl.load(x + row * C + c, mask=c < C, other=0.0).to(tl.float32)
        d = tl.load(dy + row * C + c, mask=c < C, other=0.0).to(tl.float32)
        r = tl.load(rstd + row)
        pull = tl.sum(v * d * w, axis=0) * r * r / C      # the one number of a row
        tl.store(dx + row * C + c, (r * (d * w - v * pull)).to(dx.dtype.element_ty), mask=c < C)
        dg += d * v * r                                   # columns stay in registers
    tl.store(part + p * C + c, dg, mask=c < C)            # one line a program, added up afterwards


# ---- 6: causal attention, one head --------------------------------------------------------------------------


@triton.jit
def attention(q, k, v, o, S, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    i, d = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, D)
    qt = tl.load(q + i[:, None] * D + d[None, :], mask=i[:, None] < S, other=0.0)
    m = tl.full((BM,), -float("inf"), dtype=tl.float32)
    l = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    for j0 in range(0, tl.program_id(0) * BM + BM, BN):   # hidden tiles are not visited
        j = j0 + tl.arange(0, BN)
        kt = tl.load(k + j[None, :] * D + d[:, None], mask=j[None, :] < S, other=0.0)
        s = tl.where((j[None, :] <= i[:, None]) & (j[None, :] < S), tl.dot(qt, kt) * scale, -float("inf"))
        new = tl.maximum(m, tl.max(s, axis=1))            # key 0 is seen by all: never -inf
        a, p = tl.exp(m - new), tl.exp(s - new[:, None])
        l = l * a + tl.sum(p, axis=1)
        vt = tl.load(v + j[:, None] * D + d[None, :], mask=j[:, None] < S, other=0.0)
        acc = tl.dot(p.to(vt.dtype), vt, acc * a[:, None])
        m = new
    tl.store(o + i[:, None] * D + d[None, :], (acc / l[:, None]).to(o.dtype.element_ty), mask=i[:, None] < S)


# ---- the check ----------------------------------------------------------------------------------------------


class Array:
    """Of numpy, as much of a tensor as the interpreter asks for."""

    def __init__(self, of):
        self.of, self.dtype = np.ascontiguousarray(of), f"np.{of.dtype}"

    def data_ptr(self):
        return self.of.ctypes.data

    def new_empty(self, *_, **__):
        return Array(self.of)

    def set_(self, storage, *_):
        self.of = storage.of

    def untyped_storage(self):
        return self

    def cpu(self):
        return self

    def copy_(self, _):
        pass

    def storage_offset(self):
        return 0

    size = stride = storage_offset


def near(what, got, want, bound):
    off = np.abs(got.of - want).max() / np.abs(want).max()
    print(f"{what:12} largest difference over largest value {off:.1e}, at most {bound:.0e}")
    if not off <= bound:
        sys.exit(f"six.py: {what} is off by {off}")


def padded(*shape_, behind=64):
    """Room for a result and, behind it, elements that nobody may touch."""
    return np.full(int(np.prod(shape_)) + behind, 7, dtype=np.float32)


def kept(room, *shape_):
    n = int(np.prod(shape_))
    if (room.of[n:] != 7).any():
        sys.exit("six.py: something was stored behind the end")
    return Array(room.of[:n].reshape(shape_))


def check():
    rng = np.random.default_rng(9)
    f = lambda *s: rng.standard_normal(s).astype(np.float32)
    x, y, room = f(1000), f(1000), Array(padded(1000))
    add[(4,)](Array(x), Array(y), room, 1000, BLOCK=256)
    near("add", kept(room, 1000), x + y, 1e-7)

    M, N, K = 70, 50, 40
    a, b = f(M, K), f(K, N)
    room = Array(padded(M, N))
    matmul_rows[(3, 2)](Array(a), Array(b), room, M, N, K, BM=32, BN=32, BK=32)
    near("matmul_rows", kept(room, M, N), a @ b, 1e-5)
    room = Array(padded(M, N))
    matmul.fn[(5 * 4,)](Array(a), Array(b), room, M, N, K, K, N, N, BM=16, BN=16, BK=16, GROUP=2)
    near("matmul", kept(room, M, N), a @ b, 1e-5)

    R, C, eps = 5, 781, 1e-6
    x, g, dy = f(R, C) - 3, f(C), f(R, C)
    room = Array(padded(R, C))
    softmax[(R,)](Array(x), room, C, C, C, BLOCK=1024)
    e = np.exp(x - x.max(1, keepdims=True))
    near("softmax", kept(room, R, C), e / e.sum(1, keepdims=True), 1e-6)

    room, rstd = Array(padded(R, C)), Array(padded(R))
    rms_fwd[(R,)](Array(x), Array(g), room, rstd, C, eps, BLOCK=1024)
    r = 1 / np.sqrt((x.astype(np.float64) ** 2).mean(1, keepdims=True) + eps)
    near("rms_fwd", kept(room, R, C), x * r * g, 1e-6)
    room, part = Array(padded(R, C)), Array(padded(2, C))
    rms_bwd[(2,)](Array(x), Array(g), Array(dy), rstd, room, part, R, C, BLOCK=1024)
    w = dy * g
    near("rms_bwd dx", kept(room, R, C), r * (w - x * r * r * (w * x).mean(1, keepdims=True)), 1e-5)
    near("rms_bwd dg", Array(kept(part, 2, C).of.sum(0)), (dy * x * r).sum(0), 1e-5)

    S, D = 70, 32
    q, k, v = f(S, D), f(S, D), f(S, D)
    room = Array(padded(S, D))
    attention[(5,)](Array(q), Array(k), Array(v), room, S, D ** -.5, BM=16, BN=32, D=D)
    s = np.where(np.tri(S, dtype=bool), q @ k.T * D ** -.5, -np.inf)
    e = np.exp(s - s.max(1, keepdims=True))
    near("attention", kept(room, S, D), e / e.sum(1, keepdims=True) @ v, 1e-5)


if __name__ == "__main__":
    check()
    print(f"six kernels agree with numpy (Triton {triton.__version__}, interpreter)")
