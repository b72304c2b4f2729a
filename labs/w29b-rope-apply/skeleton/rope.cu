/* rope.cu: yours. lab.h says what each kernel has to do. */
#include "lab.h"

extern "C" __global__ void rope_table(float *cs, const int *at, const double *inv, float scale, int rows, int hd)
{
    /* a pair a thread: whole turns are taken off before the angle becomes a float */
}

extern "C" __global__ void rope_apply(half *q, half *k, const int *pos, const float *cs, int T, int H, int Hkv, int hd,
                                      int layout)
{
    /* token blockIdx.x: a piece of the table's row in registers, and one head of q or k after another */
}

extern "C" __global__ void rope_bwd(half *dq, half *dk, const int *pos, const float *cs, int T, int H, int Hkv, int hd,
                                    int layout)
{
    /* the same with the transposed matrix of each pair */
}

extern "C" __global__ void rope_append(half *q, const half *k, const half *v, half *Kc, half *Vc, const int *slot,
                                       const int *pos, const float *cs, int T, int H, int Hkv, int hd, int bs,
                                       int layout)
{
    /* the same, but k and v end in their slots */
}
