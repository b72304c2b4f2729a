/*
 * Reductions, the first pairwise sum that comes to mind: halve until one element is left.
 *
 * The error is the best that a tree can have, ceil(log2 n) additions for each element. The time is not
 * the additions': every element costs a call and a return, and no two of them ever share a vector. The
 * bound leaves room for 16 additions more, and ref.c spends them on leaves of 512.
 */
#define sm_pairwise ref_pairwise
#include "ref.c"
#undef sm_pairwise

float sm_pairwise(int64_t n, const float *x)
{
    if (n <= 1)
        return n ? x[0] : 0;
    return sm_pairwise(n / 2, x) + sm_pairwise(n - n / 2, x + n / 2);
}
