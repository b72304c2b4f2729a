/*
 * sgemm.c: yours. C = A·B six times; lab.h has the contract, brief.md says how it is judged.
 *
 * It compiles as it stands, and every function leaves C as it was: all NaN. Go in order. Each stage
 * is the one before with one change, and `ridge test` shows the first that is wrong.
 */
#include "lab.h"

/*
 * 1. For each i and j: a dot product of row i of A and column j of B. Keep the sum in a local
 *    variable and store it once. K = 0 stores 0.
 */
void sgemm_ijk(int M, int N, int K, const float *A, const float *B, float *C)
{
    (void)M, (void)N, (void)K, (void)A, (void)B, (void)C;
}

/*
 * 2. The same multiply-adds with j innermost: C(i,:) += A(i,k) · B(k,:). C no longer gets its value
 *    in one go, so it has to start from zero. Load A(i,k) once, outside the inner loop.
 *    Profile: at most 1.1 million L1 misses at 256³.
 */
void sgemm_ikj(int M, int N, int K, const float *A, const float *B, float *C)
{
    (void)M, (void)N, (void)K, (void)A, (void)B, (void)C;
}

/*
 * 3. Cut k and j into tiles. Two outer loops choose a tile of B; inside them all rows of A go past.
 *    The last tile of each is smaller: no size need be a multiple of anything.
 *    Profile: at most 30,000 L1 misses at 128³. Then look at 256³ yourself, and wonder.
 */
void sgemm_tiled(int M, int N, int K, const float *A, const float *B, float *C)
{
    (void)M, (void)N, (void)K, (void)A, (void)B, (void)C;
}

/*
 * 4. A 6×16 tile of C in twelve __m256 accumulators: load two vectors of a row of B, broadcast six
 *    elements of a column of A, twelve multiply-adds, next k. Store the tile when k has ended.
 *    Mark the function LAB_AVX2, call it when lab_has_avx2(), and have another way when not.
 *    What is left of M and N after the full tiles needs its own loop.
 *    Write the tile so that the strides of A and B are arguments: stage 5 uses it again.
 *    Profile: at most 3.2 million loads at 256³.
 */
void sgemm_simd(int M, int N, int K, const float *A, const float *B, float *C)
{
    (void)M, (void)N, (void)K, (void)A, (void)B, (void)C;
}

/*
 * 5. Copy a block of B (kc × nc) into panels 16 columns wide and a block of A (mc × kc) into panels
 *    6 rows high, each in the order in which the tile reads it, filled up with zeros at the edges.
 *    Then the tile of stage 4 over all pairs of panels. The first block of k stores to C, the
 *    others add. lesson.md has the five loops and the sizes.
 *    Profile: at most 100,000 L1 misses at 256³. Speed is measured at 1024³.
 */
void sgemm_packed(int M, int N, int K, const float *A, const float *B, float *C)
{
    (void)M, (void)N, (void)K, (void)A, (void)B, (void)C;
}

/*
 * 6. Two halves of C, cut between two tiles: one for a helper thread (pthread_create), one for the
 *    caller. Each packs into room of its own. Wait for the helper (pthread_join) before returning.
 *    If no thread can be had, do both halves. Speed is measured on the wall clock.
 */
void sgemm_threads(int M, int N, int K, const float *A, const float *B, float *C)
{
    (void)M, (void)N, (void)K, (void)A, (void)B, (void)C;
}
