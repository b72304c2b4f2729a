/* ptx_wgmma.h: wgmma, the products of a warpgroup (rt/device/device_wgmma.c). Part of ptx.h. */
#ifndef SIMT_PTX_WGMMA_H
#define SIMT_PTX_WGMMA_H

template <class T> SIMT_INLINE uint64_t simt_wgmma_value(const T &v)
{
    if constexpr (std::is_floating_point<T>::value)
        return 0; /* a register of the accumulator */
    else
        return (uint64_t)v;
}

/* What follows the accumulator's registers: A's descriptor or four registers, B's descriptor, of sparse products the
 * metadata and selector, scale-d, then what the types have of imm-scale and imm-trans. */
template <int n, int k, int acc, int ta, int tb, int sparse, int saturate, class... A>
SIMT_UNSEEN void simt_ptx_wgmma_of(uintptr_t pc, A &...a)
{
    constexpr bool wide = ta == SIMT_MMA_F16 || ta == SIMT_MMA_BF16, whole = ta == SIMT_MMA_S8 || ta == SIMT_MMA_U8;
    constexpr int registers = n / (acc == SIMT_MMA_F16 ? 4 : 2), rest = (int)sizeof...(A) - registers;
    constexpr int from_tile = 3 + 2 * sparse + (whole ? 0 : 2) + (wide ? 2 : 0);
    constexpr int from_registers = 6 + 2 * sparse + (whole ? 0 : 2) + (wide ? 1 : 0);
    static_assert(rest == from_tile || rest == from_registers,
                  "wgmma.mma_async has another number of operands than its shape and types need");
    constexpr bool in_registers = rest == from_registers;
    const void *const at[] = {(const void *)&a...};
    const uint64_t v[] = {simt_wgmma_value(a)...}, *r = v + registers;
    simt_wgmma_args w = {};
    w.d = (unsigned *const *)at;
    w.pc = pc;
    w.n = n;
    w.k = k;
    w.acc_type = acc;
    w.a_type = ta;
    w.b_type = tb;
    w.sparse = sparse;
    w.saturate = saturate;
    w.a_in_registers = in_registers;
    if (in_registers)
        for (int i = 0; i < 4; i++)
            w.a[i] = (unsigned)*r++;
    else
        w.a_desc = *r++;
    w.b_desc = *r++;
    if (sparse) {
        w.meta = (unsigned)*r++;
        w.selector = (unsigned)*r++;
    }
    w.scale_d = *r++ != 0;
    w.scale_a = w.scale_b = 1;
    if (!whole) {
        w.scale_a = (signed char)*r++;
        w.scale_b = (signed char)*r++;
    }
    if (wide) {
        w.trans_a = in_registers ? 0 : *r++ != 0;
        w.trans_b = *r++ != 0;
    }
    simt_wgmma(&w);
}
template <int n, int k, int acc, int ta, int tb, int sparse, int saturate, class... A> SIMT_PTX(wgmma)(A &&...a)
{
    simt_ptx_wgmma_of<n, k, acc, ta, tb, sparse, saturate>(SIMT_HERE(), a...);
}

SIMT_PTX(wgmma_fence_sync_aligned)(void) { simt_wgmma_fence(SIMT_HERE()); }
SIMT_PTX(wgmma_commit_group_sync_aligned)(void) { simt_wgmma_commit(SIMT_HERE()); }
SIMT_PTX(wgmma_wait_group_sync_aligned)(unsigned n) { simt_wgmma_wait(n, SIMT_HERE()); }

#endif
