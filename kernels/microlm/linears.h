/*
 * linears.h: microlm's matrices as what a codec is tried on: which there are, which activations each of them reads, and
 * the inputs `trained` (weights, with planted outliers where the case says `planted`) and `linears` of such a lab.
 * Include it from an oracle, once.
 */
#ifndef MICROLM_LINEARS_H
#define MICROLM_LINEARS_H

#include "trained.h"

enum { PLANT_CHANNELS = 4, PLANT_SEED = 7 };
static const float PLANT_FACTOR = 64;

/* The matrices that are quantised, and which part of the activations each of them reads. */
static const struct {
    enum microlm_tensor tensor;
    int reads;
} LINEAR[] = { { MLM_WQ, 0 }, { MLM_WK, 0 }, { MLM_WV, 0 }, { MLM_WO, 1 },
              { MLM_W1, 2 }, { MLM_W3, 2 }, { MLM_W2, 3 } };
enum { LINEARS = sizeof LINEAR / sizeof LINEAR[0], PARTS = 4 };

/* Activations of a layer before part `part`: those of its norm, its heads, its second norm, its gate. */
static size_t part_at(const struct microlm_shape *s, int part)
{
    const int width[PARTS] = { s->d, s->H * s->hd, s->d, s->ff };
    size_t at = 0;
    for (int k = 0; k < part; k++)
        at += (size_t)width[k];
    return at;
}

static int trained(const struct ridge_case *c, struct microlm *m)
{
    if (microlm_trained("weights.bin", m))
        return -1;
    if (ridge_int(c, "planted"))
        microlm_plant(m, PLANT_SEED, PLANT_CHANNELS, PLANT_FACTOR);
    return 0;
}

int trained_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    struct microlm m;
    (void)seed;
    return trained(c, &m) ? -1 : microlm_give(ridge_buffer(c, buffer), &m);
}

/* Rows of the list: where a matrix begins, its rows, its columns, where its activations begin; in order of layers. */
int linears_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct microlm m;
    (void)seed;
    if (!b || trained(c, &m))
        return -1;
    const struct microlm_shape s = m.shape;
    microlm_free(&m);
    if (b->count != (size_t)s.L * LINEARS * 4)
        return -1;
    int32_t *at = b->data;
    for (int l = 0; l < s.L; l++)
        for (int k = 0; k < LINEARS; k++, at += 4) {
            enum microlm_tensor t = LINEAR[k].tensor;
            at[0] = (int32_t)microlm_at(&s, t, l);
            at[1] = microlm_rows(&s, t);
            at[2] = microlm_cols(&s, t);
            at[3] = (int32_t)((size_t)l * part_at(&s, PARTS) + part_at(&s, LINEAR[k].reads));
        }
    return 0;
}

#endif
