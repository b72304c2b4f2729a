/*
 * four.c: ref.c with four-bit weights: for each output and each GROUP of inputs one scale, by the largest
 * weight, and a code of -7..7 each. A pass then reads 5 bits for a weight instead of 16, which counts
 * while it is bound by bytes: with few tokens in it.
 *
 * What decides is how many operations a weight takes until it is a float. Eight codes of the same output
 * share 32 bits, and outputs lie side by side: a shift, a mask, a conversion, a subtraction and a product
 * give sixteen weights, and no lane moves to another place. Sixteen bits take two operations. Alone, a
 * widened weight serves one token, or five with guesses; in a crowd six at a time: so on a core whose
 * cache holds all weights this can win where theory has nothing to gain, and lose where it has. Measure.
 * The draft is in four bits too; a model that small loses by it, and its guesses are right less often.
 */
#define OTHER_MATRIX
#include "lab.h"

enum { GROUP = 32, CODES = 7 };
typedef float lanes __attribute__((vector_size(64), aligned(4)));

struct matrix {
    int in, out;
    uint32_t *code; /* [out / PANEL][in / STEP][PANEL]: input i of eight in bits 4i.., plus 8 */
    float *scale;   /* [out / PANEL][in / GROUP][PANEL] */
};

static struct matrix matrix_of(const bf16 *w, int in, int out);
static void matrix_free(struct matrix *m);
static void widen(const struct matrix *m, int o, int i, int c, lanes w[2]);

#include "ref.c"

typedef int32_t lanes_i32 __attribute__((vector_size(LANES * 4), aligned(4)));

/* Of floats without their sign the larger one has the larger bits. */
static float largest(const bf16 *w)
{
    bf16 most = 1;
    for (int i = 0; i < GROUP; i++)
        most = (w[i] & 0x7fff) > most ? (bf16)(w[i] & 0x7fff) : most;
    return bf16_float(most);
}

/* One output's group. A float near 2^23 + 2^22 has its integer in the lowest bits, rounded. */
static void encode(const bf16 *w, uint32_t *code, float *scale)
{
    float most = largest(w), per = CODES / most;
    *scale = most / CODES;
    for (int i = 0; i < GROUP; i += STEP, code += PANEL) {
        uint32_t all = 0;
        for (int c = 0; c < STEP; c++) {
            float x = bf16_float(w[i + c]) * per + (12582912.f + 8);
            uint32_t bits;
            memcpy(&bits, &x, sizeof bits);
            all |= (bits & 15) << 4 * c;
        }
        *code = all;
    }
}

static struct matrix matrix_of(const bf16 *w, int in, int out)
{
    size_t all = (size_t)in * (size_t)out;
    struct matrix m = { in, out, room(all / STEP, sizeof *m.code), room(all / GROUP, sizeof *m.scale) };
    for (int o = 0; o < out; o++, w += in)
        for (int i = 0; i < in; i += GROUP) {
            ptrdiff_t panel = (ptrdiff_t)(o - o % PANEL) * in;
            encode(w + i, m.code + (panel + (ptrdiff_t)i * PANEL) / STEP + o % PANEL,
                   m.scale + (panel + (ptrdiff_t)i * PANEL) / GROUP + o % PANEL);
        }
    return m;
}

static void matrix_free(struct matrix *m)
{
    free(m->code);
    free(m->scale);
}

static void widen(const struct matrix *m, int o, int i, int c, lanes w[2])
{
    const uint32_t *code = m->code + ((ptrdiff_t)o * m->in + (ptrdiff_t)i * PANEL) / STEP;
    const float *scale = m->scale + (ptrdiff_t)o * m->in / GROUP + i / GROUP * PANEL;
    for (int k = 0; k < 2; k++) {
        lanes_i32 at = (lanes_i32)(*(const lanes_u32 *)(code + k * LANES) >> 4 * c & 15);
        w[k] = (__builtin_convertvector(at, lanes) - 8) * *(const lanes *)(scale + k * LANES);
    }
}
