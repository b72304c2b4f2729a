/*
 * library.h: what the runtime library computes for math.h, cuda_fp16.h, cuda_bf16.h and cuda_fp8.h. Plain C;
 * never inlined and without hooks, so that a traced program's counters do not see how.
 */
#ifndef SIMT_LIBRARY_H
#define SIMT_LIBRARY_H

#include <stdint.h>

#include "abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The result depends on the arguments alone: what was read before a call need not be read again after it. */
#define SIMT_PURE __attribute__((const))

/* As IEEE 754 and CUDA's suffixes _rn _rd _ru _rz; the values are those of the x86 instructions. */
enum simt_round { SIMT_RN, SIMT_RD, SIMT_RU, SIMT_RZ };

/* To an integer of `bits`, saturated. A NaN gives 0, or with nan_high only the highest bit, as cvt does. */
SIMT_PURE long long simt_to_signed(double x, int round, int bits, int nan_high);
SIMT_PURE unsigned long long simt_to_unsigned(double x, int round, int bits, int nan_high);
SIMT_PURE float simt_from_signed_f32(long long x, int round);
SIMT_PURE float simt_from_unsigned_f32(unsigned long long x, int round);
SIMT_PURE double simt_from_signed_f64(long long x, int round);
SIMT_PURE double simt_from_unsigned_f64(unsigned long long x, int round);
SIMT_PURE float simt_narrow(double x, int round);

/* The encoding without sign of x in a format of `mantissa` stored bits, lowest normal exponent `low` and
 * largest finite encoding `most`; rounded once, with subnormals. What rounds to more gives most + 1 (an
 * infinity, in formats that have one), or most where the rounding goes towards zero. x is not NaN; its sign
 * decides only what up and down mean. */
SIMT_PURE unsigned simt_encode(double x, int round, int mantissa, int low, unsigned most);
/* As if to odd: rounded to double so that a second rounding to fewer bits gives the correct result. */
SIMT_PURE double simt_fma_odd(double a, double b, double c); /* a * b must be exact */
SIMT_PURE double simt_signed_odd(long long x);
SIMT_PURE double simt_unsigned_odd(unsigned long long x);

SIMT_PURE float simt_rsqrt_rn(float x);
SIMT_PURE float simt_fdividef(float x, float y);
SIMT_PURE float simt_powf_fast(float x, float y);
SIMT_PURE double simt_sinpi(double x);
SIMT_PURE double simt_cospi(double x);
SIMT_PURE double simt_tanpi(double x);
SIMT_PURE double simt_rcbrt(double x);
SIMT_PURE double simt_erfcx(double x);
SIMT_PURE double simt_erfinv(double x);
SIMT_PURE double simt_erfcinv(double x);
SIMT_PURE double simt_normcdf(double x);
SIMT_PURE double simt_normcdfinv(double x);
SIMT_PURE double simt_bessel_i(int order, double x); /* order 0 or 1 */
double simt_norm(int n, const double *v);
double simt_norm_f32(int n, const float *v);

SIMT_PURE unsigned simt_byte_perm(unsigned a, unsigned b, unsigned selector, int mode);
SIMT_PURE unsigned simt_fns(unsigned mask, unsigned base, int offset);
/* Words of four 8-bit or two 16-bit numbers. CMP gives all ones, SET 1; SAD a sum over the word. */
enum simt_video_op {
    SIMT_V_ABS, SIMT_V_ABS_SAT, SIMT_V_ABSDIFF, SIMT_V_ADD, SIMT_V_ADD_SAT, SIMT_V_AVG, SIMT_V_HADD,
    SIMT_V_MAX, SIMT_V_MIN, SIMT_V_NEG, SIMT_V_NEG_SAT, SIMT_V_SAD, SIMT_V_SUB, SIMT_V_SUB_SAT,
    SIMT_V_EQ, SIMT_V_NE, SIMT_V_GE, SIMT_V_GT, SIMT_V_LE, SIMT_V_LT,
    SIMT_V_SET = 64 /* added to a comparison */
};
SIMT_PURE unsigned simt_video(int op, int bits, int is_signed, unsigned a, unsigned b);

/* ---- where a lane is ----------------------------------------------------------------------------------- */

uintptr_t simt_shared_window(void); /* the lowest address of the running lane's shared memory */
int simt_space(const void *p);      /* enum space of rt.h */
unsigned simt_smid(void);
unsigned simt_nsmid(void);
unsigned long long simt_globaltimer(void);
unsigned simt_dynamic_smem_size(void);

/* ---- matrices: each a simt_warp_call, over the lanes' struct of that name ------------------------------ */

enum simt_mma_type {
    SIMT_MMA_F16, SIMT_MMA_BF16, SIMT_MMA_TF32, SIMT_MMA_S8, SIMT_MMA_U8, SIMT_MMA_E4M3, SIMT_MMA_E5M2,
    SIMT_MMA_F32, SIMT_MMA_S32
};
/* mma.sync m16n8kK: registers as PTX numbers them. */
struct simt_mma_args {
    unsigned a[4], b[2], c[4], d[4];
    unsigned char a_type, b_type, acc_type, k, saturate;
};
/* One accumulator of a tensor core: c and n products, 32 at most, before it is rounded to its type. */
double simt_tensor_sum(const float *a, const float *b, int n, float c);
void simt_mma(void *lane_args[SIMT_WARP], simt_mask mask);
/* mma.sp m16n8kK: a has half as many elements as b is deep. */
struct simt_mma_sparse_args {
    uintptr_t pc;
    unsigned a[4], b[4], c[4], d[4], meta, selector;
    unsigned char a_type, b_type, acc_type, k, saturate, ordered;
};
void simt_mma_sparse(void *lane_args[SIMT_WARP], simt_mask mask);
/* wgmma.mma_async of one lane: d are its registers of the accumulator, which are written when the wait has come. */
struct simt_wgmma_args {
    unsigned *const *d;
    uint64_t a_desc, b_desc;
    uintptr_t pc;
    unsigned a[4], meta, selector;
    short n, k;
    signed char scale_a, scale_b;
    unsigned char a_type, b_type, acc_type, a_in_registers, scale_d, trans_a, trans_b, sparse, saturate;
};
void simt_wgmma(struct simt_wgmma_args *args);
void simt_wgmma_fence(uintptr_t pc);
void simt_wgmma_commit(uintptr_t pc);
void simt_wgmma_wait(unsigned groups_left, uintptr_t pc);
struct simt_mma_f64_args { /* m8n8k4, or m16n8kK: registers as PTX numbers them */
    double a[8], b[4], c[4], d[4];
    int rows, k;
};
void simt_mma_f64(void *lane_args[SIMT_WARP], simt_mask mask);
/* ldmatrix and stmatrix, m8n8.xN.b16: `row` is the lane's row of 16 bytes, r its registers. */
struct simt_matrix_args {
    unsigned short row[8];
    unsigned r[4];
    int n, transposed;
};
void simt_ldmatrix(void *lane_args[SIMT_WARP], simt_mask mask);
/* movmatrix: r[0] in, and out. */
void simt_movmatrix(void *lane_args[SIMT_WARP], simt_mask mask);
/* setmaxnreg.inc (1) or .dec: the warp asks for n registers a thread, or gives some back. */
void simt_setmaxnreg(int inc, unsigned n, uintptr_t pc);
void simt_stmatrix(void *lane_args[SIMT_WARP], simt_mask mask);

#ifdef __cplusplus
}
#endif
#endif
