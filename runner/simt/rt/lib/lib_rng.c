/*
 * lib_rng.c: the generators of cuRAND, for curand_kernel.h and lib_curand.c.
 *
 *   XORWOW        Marsaglia, "Xorshift RNGs" (2003): five words, linear over GF(2), plus a Weyl counter
 *   MRG32k3a      L'Ecuyer, "Good parameters and implementations for combined multiple recursive generators" (1999)
 *   Philox4x32-10 Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011)
 *
 * Jumps are powers of the transition: by doubling, for each bit of the distance. Seeding and the distances of
 * subsequences are those that give cuRAND's numbers.
 */
#include <pthread.h>
#include <string.h>

#include "runner/simt/include/simt/lib_abi.h"
#include "runner/simt/rt/rt.h"

/* ---- XORWOW -------------------------------------------------------------------------------------------- */

enum { BITS = 160, WORDS = 5, SEQUENCE_LOG2 = 67, POWERS = SEQUENCE_LOG2 + 64 };
typedef uint32_t vector[WORDS];

static vector (*jump)[BITS]; /* [k][i]: where the i-th bit alone goes in 2^k steps */

static void xorwow_step(uint32_t *v)
{
    uint32_t t = v[0] ^ v[0] >> 2;
    memmove(v, v + 1, 4 * sizeof *v);
    v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
}

static void multiply(uint32_t *v, vector *m)
{
    vector r = { 0 };
    for (unsigned w = 0; w < WORDS; w++)
        for (uint32_t left = v[w]; left; left &= left - 1) {
            const uint32_t *row = m[32 * w + (unsigned)__builtin_ctz(left)];
            for (unsigned j = 0; j < WORDS; j++)
                r[j] ^= row[j];
        }
    memcpy(v, r, sizeof r);
}

static void make_jumps(void)
{
    static vector table[POWERS][BITS];
    for (unsigned i = 0; i < BITS; i++) {
        table[0][i][i / 32] = 1u << i % 32;
        xorwow_step(table[0][i]);
    }
    for (unsigned k = 1; k < POWERS; k++)
        for (unsigned i = 0; i < BITS; i++) {
            memcpy(table[k][i], table[k - 1][i], sizeof(vector));
            multiply(table[k][i], table[k - 1]);
        }
    jump = table;
}

void simt_xorwow_skip(uint32_t state[6], uint64_t n, int subsequences)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_jumps);
    for (unsigned k = 0; n >> k; k++) {
        if (n >> k & 1)
            multiply(state + 1, jump[k + (subsequences ? SEQUENCE_LOG2 : 0)]);
        if (k == 63)
            break;
    }
    if (!subsequences) /* a subsequence is a multiple of the counter's period */
        state[0] += 362437u * (uint32_t)n;
}

void simt_xorwow_init(uint64_t seed, uint64_t subsequence, uint64_t offset, uint32_t state[6])
{
    /* Threads mostly ask for consecutive subsequences of one seed: one jump from the last. */
    static RT_LOCAL struct { uint64_t seed, subsequence; uint32_t state[6]; int set; } last;
    uint32_t a = 1099087573u * ((uint32_t)seed ^ 0xaad26b49u);
    uint32_t b = 2591861531u * ((uint32_t)(seed >> 32) ^ 0xf7dcefddu);
    const uint32_t start[6] = { 6615241u + b + a, 123456789u + a, 362436069u ^ a,
                                521288629u + b,   88675123u ^ b,  5783321u + a };

    if (last.set && last.seed == seed && subsequence >= last.subsequence &&
        subsequence - last.subsequence < 2) {
        memcpy(state, last.state, sizeof last.state);
        simt_xorwow_skip(state, subsequence - last.subsequence, 1);
    } else {
        memcpy(state, start, sizeof start);
        simt_xorwow_skip(state, subsequence, 1);
    }
    last.seed = seed, last.subsequence = subsequence, last.set = 1;
    memcpy(last.state, state, sizeof last.state);
    simt_xorwow_skip(state, offset, 0);
}

/* ---- MRG32k3a ------------------------------------------------------------------------------------------ */

static const uint64_t modulus[2] = { 4294967087u, 4294944443u };
static const uint64_t transition[2][3][3] = {
    { { 0, 1, 0 }, { 0, 0, 1 }, { 4294967087u - 810728u, 1403580u, 0 } },
    { { 0, 1, 0 }, { 0, 0, 1 }, { 4294944443u - 1370589u, 0, 527612u } },
};
enum { MRG_SEQUENCE_LOG2 = 76 };

static void square(uint64_t m[3][3], uint64_t mod)
{
    uint64_t r[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            r[i][j] = 0;
            for (int k = 0; k < 3; k++)
                r[i][j] = (r[i][j] + m[i][k] * m[k][j] % mod) % mod;
        }
    memcpy(m, r, sizeof r);
}

static uint64_t mrg_power[2][MRG_SEQUENCE_LOG2 + 64][3][3]; /* the transition to the 2^k */

static void make_powers(void)
{
    for (int g = 0; g < 2; g++) {
        memcpy(mrg_power[g][0], transition[g], sizeof transition[g]);
        for (unsigned k = 1; k < MRG_SEQUENCE_LOG2 + 64; k++) {
            memcpy(mrg_power[g][k], mrg_power[g][k - 1], sizeof mrg_power[g][k]);
            square(mrg_power[g][k], modulus[g]);
        }
    }
}

void simt_mrg_skip(uint32_t state[6], uint64_t n, int subsequences)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_powers);
    for (int g = 0; g < 2; g++)
        for (unsigned k = 0; k < 64; k++) {
            if (!(n >> k & 1))
                continue;
            uint64_t(*m)[3] = mrg_power[g][k + (subsequences ? MRG_SEQUENCE_LOG2 : 0)];
            uint32_t *v = state + 3 * g, r[3];
            for (int i = 0; i < 3; i++)
                r[i] = (uint32_t)((m[i][0] * v[0] % modulus[g] + m[i][1] * v[1] % modulus[g] +
                                   m[i][2] * v[2] % modulus[g]) % modulus[g]);
            memcpy(v, r, sizeof r);
        }
}

void simt_mrg_init(uint64_t seed, uint64_t subsequence, uint64_t offset, uint32_t state[6])
{
    uint32_t x[2] = { (uint32_t)seed ^ 0x55555555u, (uint32_t)(seed >> 32) ^ 0xaaaaaaaau };
    for (int i = 0; i < 6;
         i++) { /* the two halves take turns, the second recurrence begins with the second */
        uint64_t by = seed ? x[(i % 3 + i / 3) % 2] : 1;
        state[i] = (uint32_t)(by * 12345 % modulus[i / 3]);
    }
    simt_mrg_skip(state, subsequence, 1);
    simt_mrg_skip(state, offset, 0);
}

uint32_t simt_mrg_next(uint32_t s[6])
{
    uint64_t a = (1403580u * (uint64_t)s[1] + (modulus[0] - 810728u) * s[0] % modulus[0]) % modulus[0];
    uint64_t b = (527612u * (uint64_t)s[5] + (modulus[1] - 1370589u) * s[3] % modulus[1]) % modulus[1];
    s[0] = s[1], s[1] = s[2], s[2] = (uint32_t)a;
    s[3] = s[4], s[4] = s[5], s[5] = (uint32_t)b;
    return (uint32_t)(a > b ? a - b : a + modulus[0] - b);
}

/* ---- Philox -------------------------------------------------------------------------------------------- */

void simt_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3], k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)0xd2511f53u * c0, b = (uint64_t)0xcd9e8d57u * c2;
        c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
        c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
        c1 = (uint32_t)b;
        c3 = (uint32_t)a;
        k0 += 0x9e3779b9u; /* the golden ratio, and the square root of 3 less 1 */
        k1 += 0xbb67ae85u;
    }
    out[0] = c0, out[1] = c1, out[2] = c2, out[3] = c3;
}
