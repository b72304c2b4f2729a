/*
 * harness.c: calls the learner's one-number functions on lists. The four scalars are the format.
 * Doubles are written as they are: oracle.c looks at their bits, so that -0 is not taken for 0.
 */
#include <ridge/frame.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* Scalars: E M special sat. */
static struct fmt format(const struct ridge_frame *f)
{
    const int64_t *i = f->i;
    return (struct fmt){ .E = (int)i[0], .M = (int)i[1], .bias = (1 << (i[0] - 1)) - 1,
                         .special = (int)i[2], .sat = (int)i[3] };
}

/* codes | value */
HARNESS(decode)
{
    const struct fmt t = format(f);
    const uint32_t *code = f->buf[0];
    double *value = f->buf[1];
    for (uint64_t k = 0; k < f->count[0]; k++)
        value[k] = fb_decode(&t, code[k]);
}

/* codes | value */
HARNESS(ulp)
{
    const struct fmt t = format(f);
    const uint32_t *code = f->buf[0];
    double *value = f->buf[1];
    for (uint64_t k = 0; k < f->count[0]; k++)
        value[k] = fb_ulp(&t, code[k]);
}

/* codes | above, below */
HARNESS(next)
{
    const struct fmt t = format(f);
    const uint32_t *code = f->buf[0];
    uint32_t *above = f->buf[1], *below = f->buf[2];
    for (uint64_t k = 0; k < f->count[0]; k++) {
        above[k] = fb_next(&t, code[k], 1);
        below[k] = fb_next(&t, code[k], 0);
    }
}

/* xs, rnd | got */
static void encode(const struct ridge_frame *f, enum fb_mode mode)
{
    const struct fmt t = format(f);
    const double *x = f->buf[0];
    const uint32_t *rnd = f->buf[1];
    uint32_t *got = f->buf[2];
    for (uint64_t k = 0; k < f->count[0]; k++)
        got[k] = fb_encode(&t, x[k], mode, rnd[k]);
}

HARNESS(encode_rne)
{
    encode(f, FB_RNE);
}

HARNESS(encode_rz)
{
    encode(f, FB_RZ);
}

HARNESS(encode_sr)
{
    encode(f, FB_SR);
}

/* abc [n][3] | got */
HARNESS(fma32)
{
    const uint32_t *abc = f->buf[0];
    uint32_t *got = f->buf[1];
    for (uint64_t k = 0; k < f->count[1]; k++, abc += 3)
        got[k] = fb_fma32(abc[0], abc[1], abc[2]);
}
