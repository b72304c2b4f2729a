/* ptx_matrix.h: ldmatrix, stmatrix and mma.sync, collectives of a warp (rt/device/device_mma.c). Part of ptx.h. */
#ifndef SIMT_PTX_MATRIX_H
#define SIMT_PTX_MATRIX_H

/* The types as the rewriter names them. */
enum {
    SIMT_PTX_T_f16 = SIMT_MMA_F16, SIMT_PTX_T_bf16 = SIMT_MMA_BF16, SIMT_PTX_T_tf32 = SIMT_MMA_TF32,
    SIMT_PTX_T_s8 = SIMT_MMA_S8, SIMT_PTX_T_u8 = SIMT_MMA_U8, SIMT_PTX_T_e4m3 = SIMT_MMA_E4M3,
    SIMT_PTX_T_e5m2 = SIMT_MMA_E5M2, SIMT_PTX_T_f32 = SIMT_MMA_F32, SIMT_PTX_T_s32 = SIMT_MMA_S32
};

SIMT_INLINE void simt_ptx_collective(simt_warp_call call, void *args, uintptr_t pc)
{
    (void)simt_warp_op(SIMT_WARP_CALL, ~(simt_mask)0, (uintptr_t)args, (uintptr_t)call, pc);
}

/* The rows that count are those of the first 8 n lanes. */
SIMT_UNSEEN void simt_ptx_matrix_load(simt_matrix_args *m, const char *row, uintptr_t pc)
{
    if ((int)(simt_lane_id() & 31) < 8 * m->n) {
        simt_access(SIMT_READ, 4, row, pc);
        __builtin_memcpy(m->row, row, sizeof m->row);
    }
    simt_ptx_collective(simt_ldmatrix, m, pc);
}
SIMT_UNSEEN void simt_ptx_matrix_store(simt_matrix_args *m, char *row, uintptr_t pc)
{
    simt_ptx_collective(simt_stmatrix, m, pc);
    if ((int)(simt_lane_id() & 31) < 8 * m->n) {
        simt_access(SIMT_WRITE, 4, row, pc);
        __builtin_memcpy(row, m->row, sizeof m->row);
    }
}
#define SIMT_PTX_MATRIX(suffix, transpose)                                                                   \
    template <class D, class P> SIMT_PTX(ldmatrix_sync_aligned_m8n8_x1##suffix##_shared_b16)(D &&d, P p)     \
    {                                                                                                        \
        simt_matrix_args m = {{}, {}, 1, transpose};                                                         \
        simt_ptx_matrix_load(&m, simt_ptx_address<SIMT_PTX_SHARED>(p), SIMT_HERE());                         \
        simt_out(d, m.r[0]);                                                                                 \
    }                                                                                                        \
    template <class D, class E, class P>                                                                     \
    SIMT_PTX(ldmatrix_sync_aligned_m8n8_x2##suffix##_shared_b16)(D &&d, E &&e, P p)                          \
    {                                                                                                        \
        simt_matrix_args m = {{}, {}, 2, transpose};                                                         \
        simt_ptx_matrix_load(&m, simt_ptx_address<SIMT_PTX_SHARED>(p), SIMT_HERE());                         \
        simt_out(d, m.r[0]);                                                                                 \
        simt_out(e, m.r[1]);                                                                                 \
    }                                                                                                        \
    template <class D, class E, class F, class G, class P>                                                   \
    SIMT_PTX(ldmatrix_sync_aligned_m8n8_x4##suffix##_shared_b16)(D &&d, E &&e, F &&f, G &&g, P p)            \
    {                                                                                                        \
        simt_matrix_args m = {{}, {}, 4, transpose};                                                         \
        simt_ptx_matrix_load(&m, simt_ptx_address<SIMT_PTX_SHARED>(p), SIMT_HERE());                         \
        simt_out(d, m.r[0]);                                                                                 \
        simt_out(e, m.r[1]);                                                                                 \
        simt_out(f, m.r[2]);                                                                                 \
        simt_out(g, m.r[3]);                                                                                 \
    }                                                                                                        \
    template <class P, class... R> SIMT_INLINE void simt_ptx_stmatrix##suffix(P p, R... r)                   \
    {                                                                                                        \
        simt_matrix_args m = {{}, {simt_in<uint32_t>(r)...}, (int)sizeof...(R), transpose};                  \
        simt_ptx_matrix_store(&m, simt_ptx_address<SIMT_PTX_SHARED>(p), SIMT_HERE());                        \
    }                                                                                                        \
    template <class P, class A> SIMT_PTX(stmatrix_sync_aligned_m8n8_x1##suffix##_shared_b16)(P p, A a)       \
    {                                                                                                        \
        simt_ptx_stmatrix##suffix(p, a);                                                                     \
    }                                                                                                        \
    template <class P, class A, class B>                                                                     \
    SIMT_PTX(stmatrix_sync_aligned_m8n8_x2##suffix##_shared_b16)(P p, A a, B b)                              \
    {                                                                                                        \
        simt_ptx_stmatrix##suffix(p, a, b);                                                                  \
    }                                                                                                        \
    template <class P, class A, class B, class C, class E>                                                   \
    SIMT_PTX(stmatrix_sync_aligned_m8n8_x4##suffix##_shared_b16)(P p, A a, B b, C c, E e)                    \
    {                                                                                                        \
        simt_ptx_stmatrix##suffix(p, a, b, c, e);                                                            \
    }
SIMT_PTX_MATRIX(, 0)
SIMT_PTX_MATRIX(_trans, 1)
#undef SIMT_PTX_MATRIX

/* The macros' names tell how many registers a, b and c have; k is the depth of the product. */
template <int acc, int ta, int tb, int k, int saturate> struct simt_ptx_mma {
    simt_mma_args m;
    SIMT_METHOD simt_ptx_mma() : m{{}, {}, {}, {}, ta, tb, acc, k, saturate} {}
    SIMT_METHOD void run(uintptr_t pc) { simt_ptx_collective(simt_mma, &m, pc); }
    template <class... T> SIMT_METHOD void set(unsigned *to, T... t)
    {
        const unsigned v[] = {simt_in<uint32_t>(t)...};
        __builtin_memcpy(to, v, sizeof v);
    }
};
#define SIMT_PTX_MMA_4_2_4(name, acc, ta, tb, k, saturate)                                                   \
    template <class D, class A, class B, class C>                                                            \
    SIMT_PTX(mma_sync_aligned_##name)(D &&d0, D &&d1, D &&d2, D &&d3, A a0, A a1, A a2, A a3,                \
                   B b0, B b1, C c0, C c1, C c2, C c3)                                                       \
    {                                                                                                        \
        simt_ptx_mma<SIMT_MMA_##acc, SIMT_MMA_##ta, SIMT_MMA_##tb, k, saturate> w;                           \
        w.set(w.m.a, a0, a1, a2, a3);                                                                        \
        w.set(w.m.b, b0, b1);                                                                                \
        w.set(w.m.c, c0, c1, c2, c3);                                                                        \
        w.run(SIMT_HERE());                                                                                  \
        simt_out(d0, w.m.d[0]);                                                                              \
        simt_out(d1, w.m.d[1]);                                                                              \
        simt_out(d2, w.m.d[2]);                                                                              \
        simt_out(d3, w.m.d[3]);                                                                              \
    }
#define SIMT_PTX_MMA_2_1_4(name, acc, ta, tb, k, saturate)                                                   \
    template <class D, class A, class B, class C>                                                            \
    SIMT_PTX(mma_sync_aligned_##name)(D &&d0, D &&d1, D &&d2, D &&d3, A a0, A a1,                            \
                   B b0, C c0, C c1, C c2, C c3)                                                             \
    {                                                                                                        \
        simt_ptx_mma<SIMT_MMA_##acc, SIMT_MMA_##ta, SIMT_MMA_##tb, k, saturate> w;                           \
        w.set(w.m.a, a0, a1);                                                                                \
        w.set(w.m.b, b0);                                                                                    \
        w.set(w.m.c, c0, c1, c2, c3);                                                                        \
        w.run(SIMT_HERE());                                                                                  \
        simt_out(d0, w.m.d[0]);                                                                              \
        simt_out(d1, w.m.d[1]);                                                                              \
        simt_out(d2, w.m.d[2]);                                                                              \
        simt_out(d3, w.m.d[3]);                                                                              \
    }
#define SIMT_PTX_MMA_4_2_2(name, acc, ta, tb, k, saturate)                                                   \
    template <class D, class A, class B, class C>                                                            \
    SIMT_PTX(mma_sync_aligned_##name)(D &&d0, D &&d1, A a0, A a1, A a2, A a3,                                \
                   B b0, B b1, C c0, C c1)                                                                   \
    {                                                                                                        \
        simt_ptx_mma<SIMT_MMA_##acc, SIMT_MMA_##ta, SIMT_MMA_##tb, k, saturate> w;                           \
        w.set(w.m.a, a0, a1, a2, a3);                                                                        \
        w.set(w.m.b, b0, b1);                                                                                \
        w.set(w.m.c, c0, c1);                                                                                \
        w.run(SIMT_HERE());                                                                                  \
        simt_out(d0, w.m.d[0]);                                                                              \
        simt_out(d1, w.m.d[1]);                                                                              \
    }
#define SIMT_PTX_MMA_2_1_2(name, acc, ta, tb, k, saturate)                                                   \
    template <class D, class A, class B, class C>                                                            \
    SIMT_PTX(mma_sync_aligned_##name)(D &&d0, D &&d1, A a0, A a1,                                            \
                   B b0, C c0, C c1)                                                                         \
    {                                                                                                        \
        simt_ptx_mma<SIMT_MMA_##acc, SIMT_MMA_##ta, SIMT_MMA_##tb, k, saturate> w;                           \
        w.set(w.m.a, a0, a1);                                                                                \
        w.set(w.m.b, b0);                                                                                    \
        w.set(w.m.c, c0, c1);                                                                                \
        w.run(SIMT_HERE());                                                                                  \
        simt_out(d0, w.m.d[0]);                                                                              \
        simt_out(d1, w.m.d[1]);                                                                              \
    }
SIMT_PTX_MMA_2_1_4(m16n8k8_row_col_f32_f16_f16_f32, F32, F16, F16, 8, 0)
SIMT_PTX_MMA_4_2_4(m16n8k16_row_col_f32_f16_f16_f32, F32, F16, F16, 16, 0)
SIMT_PTX_MMA_2_1_4(m16n8k8_row_col_f32_bf16_bf16_f32, F32, BF16, BF16, 8, 0)
SIMT_PTX_MMA_4_2_4(m16n8k16_row_col_f32_bf16_bf16_f32, F32, BF16, BF16, 16, 0)
SIMT_PTX_MMA_2_1_2(m16n8k8_row_col_f16_f16_f16_f16, F16, F16, F16, 8, 0)
SIMT_PTX_MMA_4_2_2(m16n8k16_row_col_f16_f16_f16_f16, F16, F16, F16, 16, 0)
SIMT_PTX_MMA_2_1_4(m16n8k4_row_col_f32_tf32_tf32_f32, F32, TF32, TF32, 4, 0)
SIMT_PTX_MMA_4_2_4(m16n8k8_row_col_f32_tf32_tf32_f32, F32, TF32, TF32, 8, 0)
SIMT_PTX_MMA_2_1_4(m16n8k16_row_col_s32_s8_s8_s32, S32, S8, S8, 16, 0)
SIMT_PTX_MMA_4_2_4(m16n8k32_row_col_s32_s8_s8_s32, S32, S8, S8, 32, 0)
SIMT_PTX_MMA_2_1_4(m16n8k16_row_col_satfinite_s32_s8_s8_s32, S32, S8, S8, 16, 1)
SIMT_PTX_MMA_4_2_4(m16n8k32_row_col_satfinite_s32_s8_s8_s32, S32, S8, S8, 32, 1)
SIMT_PTX_MMA_2_1_4(m16n8k16_row_col_s32_s8_u8_s32, S32, S8, U8, 16, 0)
SIMT_PTX_MMA_4_2_4(m16n8k32_row_col_s32_s8_u8_s32, S32, S8, U8, 32, 0)
SIMT_PTX_MMA_2_1_4(m16n8k16_row_col_satfinite_s32_s8_u8_s32, S32, S8, U8, 16, 1)
SIMT_PTX_MMA_4_2_4(m16n8k32_row_col_satfinite_s32_s8_u8_s32, S32, S8, U8, 32, 1)
SIMT_PTX_MMA_2_1_4(m16n8k16_row_col_s32_u8_s8_s32, S32, U8, S8, 16, 0)
SIMT_PTX_MMA_4_2_4(m16n8k32_row_col_s32_u8_s8_s32, S32, U8, S8, 32, 0)
SIMT_PTX_MMA_2_1_4(m16n8k16_row_col_satfinite_s32_u8_s8_s32, S32, U8, S8, 16, 1)
SIMT_PTX_MMA_4_2_4(m16n8k32_row_col_satfinite_s32_u8_s8_s32, S32, U8, S8, 32, 1)
SIMT_PTX_MMA_2_1_4(m16n8k16_row_col_s32_u8_u8_s32, S32, U8, U8, 16, 0)
SIMT_PTX_MMA_4_2_4(m16n8k32_row_col_s32_u8_u8_s32, S32, U8, U8, 32, 0)
SIMT_PTX_MMA_2_1_4(m16n8k16_row_col_satfinite_s32_u8_u8_s32, S32, U8, U8, 16, 1)
SIMT_PTX_MMA_4_2_4(m16n8k32_row_col_satfinite_s32_u8_u8_s32, S32, U8, U8, 32, 1)
SIMT_PTX_MMA_4_2_4(m16n8k32_row_col_f32_e4m3_e4m3_f32, F32, E4M3, E4M3, 32, 0)
SIMT_PTX_MMA_4_2_4(m16n8k32_row_col_f32_e4m3_e5m2_f32, F32, E4M3, E5M2, 32, 0)
SIMT_PTX_MMA_4_2_4(m16n8k32_row_col_f32_e5m2_e4m3_f32, F32, E5M2, E4M3, 32, 0)
SIMT_PTX_MMA_4_2_4(m16n8k32_row_col_f32_e5m2_e5m2_f32, F32, E5M2, E5M2, 32, 0)
#undef SIMT_PTX_MMA_4_2_4
#undef SIMT_PTX_MMA_2_1_4
#undef SIMT_PTX_MMA_4_2_2
#undef SIMT_PTX_MMA_2_1_2

/* Operands in order: d, a, b and c, metadata, selector. */
template <int k, int acc, int ta, int tb, int saturate, int ordered, class... A>
SIMT_UNSEEN void simt_ptx_mma_sparse(uintptr_t pc, A &...operand)
{
    constexpr int n = ta == SIMT_MMA_TF32 ? 1 : ta == SIMT_MMA_F16 || ta == SIMT_MMA_BF16 ? 2 : 4;
    constexpr int nd = acc == SIMT_MMA_F16 ? 2 : 4, na = k / (8 * n) * 2, nb = k / (4 * n);
    static_assert(sizeof...(A) == 2 * nd + na + nb + 2, "mma.sp has another number of operands than its shape needs");
    const void *const at[] = {(const void *)&operand...};
    simt_mma_sparse_args m = {};
    const auto word = [&](int i) { return *(const unsigned *)at[i]; };
    for (int i = 0; i < na; i++)
        m.a[i] = word(nd + i);
    for (int i = 0; i < nb; i++)
        m.b[i] = word(nd + na + i);
    for (int i = 0; i < nd; i++)
        m.c[i] = word(nd + na + nb + i);
    m.meta = word(2 * nd + na + nb);
    m.selector = word(2 * nd + na + nb + 1);
    m.a_type = ta;
    m.b_type = tb;
    m.acc_type = acc;
    m.k = k;
    m.saturate = saturate;
    m.ordered = ordered;
    m.pc = pc;
    simt_ptx_collective(simt_mma_sparse, &m, pc);
    for (int i = 0; i < nd; i++)
        *(unsigned *)at[i] = m.d[i];
}
template <int k, int acc, int ta, int tb, int saturate, int ordered, class... A> SIMT_PTX(mma_sp)(A &&...a)
{
    simt_ptx_mma_sparse<k, acc, ta, tb, saturate, ordered>(SIMT_HERE(), a...);
}

/* Operands in order: 2 or 4 of d, then a's, b's and c's registers. */
template <int rows, int k, class... A> SIMT_UNSEEN void simt_ptx_mma_f64(uintptr_t pc, A &...operand)
{
    constexpr int nd = rows / 4, na = rows * k / 32, nb = k / 4;
    static_assert(sizeof...(A) == 2 * nd + na + nb, "mma.sync of f64 has another number of operands");
    double *const at[] = {(double *)&operand...};
    simt_mma_f64_args m = {{}, {}, {}, {}, rows, k};
    for (int i = 0; i < na; i++)
        m.a[i] = *at[nd + i];
    for (int i = 0; i < nb; i++)
        m.b[i] = *at[nd + na + i];
    for (int i = 0; i < nd; i++)
        m.c[i] = *at[nd + na + nb + i];
    simt_ptx_collective(simt_mma_f64, &m, pc);
    for (int i = 0; i < nd; i++)
        *at[i] = m.d[i];
}
#define SIMT_PTX_MMA_F64(name, rows, k)                                                                      \
    template <class... A> SIMT_PTX(mma_sync_aligned_##name##_row_col_f64_f64_f64_f64)(A &&...a)              \
    {                                                                                                        \
        simt_ptx_mma_f64<rows, k>(SIMT_HERE(), a...);                                                        \
    }
SIMT_PTX_MMA_F64(m8n8k4, 8, 4)
SIMT_PTX_MMA_F64(m16n8k4, 16, 4)
SIMT_PTX_MMA_F64(m16n8k8, 16, 8)
SIMT_PTX_MMA_F64(m16n8k16, 16, 16)
#undef SIMT_PTX_MMA_F64

template <class D, class A> SIMT_PTX(movmatrix_sync_aligned_m8n8_trans_b16)(D &&d, A a)
{
    simt_matrix_args m = {{}, {simt_in<uint32_t>(a)}, 1, 1};
    simt_ptx_collective(simt_movmatrix, &m, SIMT_HERE());
    simt_out(d, m.r[0]);
}

#endif
