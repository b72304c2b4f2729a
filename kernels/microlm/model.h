/*
 * model.h: microlm's shapes, its file, and a loader that needs nothing but the C library. Include it
 * from a harness, an oracle or a program; there is nothing to link.
 *
 * A decoder over bytes (V = 256), pre-norm, no biases, head tied to the embedding:
 *   x = E[byte];   for each layer:  x += Wo attend(rope(Wq h), rope(Wk h), Wv h),  h = rms(x) norm1
 *                                   x += W2 (silu(W1 h) * (W3 h)),                 h = rms(x) norm2
 *   logits = E (rms(x) normf),      rms(x) = x / sqrt(mean(x^2) + eps)
 * Query head h reads key/value head h / (H / Hkv). rope turns (v[i], v[i + hd/2]) by the angle
 * position * base^(-2i/hd), i < hd/2; position 0 is the newline that begins a document.
 *
 * The file: struct microlm_header, then bf16 weights, little-endian: embed [V][d]; of each layer norm1
 * [d], wq [H*hd][d], wk [Hkv*hd][d], wv [Hkv*hd][d], wo [d][H*hd], norm2 [d], w1 [ff][d], w3 [ff][d], w2
 * [d][ff]; normf [d]. A matrix is [outputs][inputs], row-major.
 */
#ifndef MICROLM_MODEL_H
#define MICROLM_MODEL_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct microlm_shape {
    int32_t d, L, H, Hkv, hd, ff, V, ctx;
    float base, eps;
};

/* The training run: train -s seed -n steps -t tokens -l rate makes the file again. */
struct microlm_origin {
    uint64_t seed;
    uint32_t steps, tokens;
    double rate;
};

struct microlm_header {
    char magic[8]; /* "microlm1" */
    struct microlm_shape shape;
    uint64_t count, checksum; /* numbers that follow, and microlm_sum of their bytes */
    struct microlm_origin origin;
    uint8_t rest[40];         /* zeros: the weights begin at byte 128 */
};

_Static_assert(sizeof(struct microlm_header) == 128, "the weights begin at byte 128");

struct microlm {
    struct microlm_shape shape;
    size_t count;
    uint16_t *w; /* bf16 */
};

enum microlm_tensor { MLM_EMBED, MLM_NORM1, MLM_WQ, MLM_WK, MLM_WV, MLM_WO, MLM_NORM2, MLM_W1, MLM_W3, MLM_W2,
                      MLM_NORMF, MLM_TENSORS };

static inline int microlm_rows(const struct microlm_shape *s, enum microlm_tensor t)
{
    const int rows[MLM_TENSORS] = { s->V, 1, s->H * s->hd, s->Hkv * s->hd, s->Hkv * s->hd, s->d, 1, s->ff, s->ff,
                                    s->d, 1 };
    return rows[t];
}

static inline int microlm_cols(const struct microlm_shape *s, enum microlm_tensor t)
{
    return t == MLM_WO ? s->H * s->hd : t == MLM_W2 ? s->ff : s->d;
}

static inline size_t microlm_size(const struct microlm_shape *s, enum microlm_tensor t)
{
    return (size_t)microlm_rows(s, t) * (size_t)microlm_cols(s, t);
}

/* Numbers before tensor t of `layer`; of a model with L layers, MLM_NORMF has layer L - 1. */
static inline size_t microlm_at(const struct microlm_shape *s, enum microlm_tensor t, int layer)
{
    size_t each = 0, before = 0;
    for (int k = MLM_NORM1; k < MLM_NORMF; k++) {
        before += k < (int)t ? microlm_size(s, (enum microlm_tensor)k) : 0;
        each += microlm_size(s, (enum microlm_tensor)k);
    }
    return t == MLM_EMBED ? 0 : microlm_size(s, MLM_EMBED) + (size_t)layer * each + before;
}

static inline size_t microlm_count(const struct microlm_shape *s)
{
    return microlm_at(s, MLM_NORMF, s->L - 1) + (size_t)s->d;
}

/* Why these shapes are no model, or NULL. */
static inline const char *microlm_wrong(const struct microlm_shape *s)
{
    const int most = 1 << 14, all[] = { s->d, s->H, s->Hkv, s->hd, s->ff, s->V, s->ctx };
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        if (all[k] < 1 || all[k] > most)
            return "a size below 1 or above 16384";
    if (s->L < 1 || s->L > 256)
        return "no layers, or more than 256";
    if (s->hd % 2 || s->H % s->Hkv)
        return "an odd head width, or query heads that do not share evenly";
    return !(s->base > 1) || !(s->eps >= 0) ? "a rope base of 1 or less, or eps below 0" : NULL;
}

static inline float microlm_float(uint16_t bf16)
{
    uint32_t bits = (uint32_t)bf16 << 16;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* To nearest, ties to even. */
static inline uint16_t microlm_bf16(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
static inline uint64_t microlm_sum(const void *data, size_t n)
{
    const uint8_t *p = data;
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t k = 0; k < n; k++)
        h = (h ^ p[k]) * 0x100000001b3u;
    return h;
}

static inline void microlm_free(struct microlm *m)
{
    free(m->w);
    *m = (struct microlm){ 0 };
}

static inline int microlm_read(FILE *f, struct microlm *m, const char **why)
{
    struct microlm_header h;
    *why = "too short for a header";
    if (fread(&h, sizeof h, 1, f) != 1)
        return -1;
    *why = "it does not begin with microlm1";
    if (memcmp(h.magic, "microlm1", sizeof h.magic))
        return -1;
    if ((*why = microlm_wrong(&h.shape)))
        return -1;
    *why = "its shapes and its number of weights disagree";
    if (h.count != microlm_count(&h.shape))
        return -1;
    *m = (struct microlm){ .shape = h.shape, .count = (size_t)h.count };
    *why = "no memory for its weights";
    if (!(m->w = malloc(m->count * sizeof *m->w)))
        return -1;
    *why = "it ends before its last weight, or goes on after it";
    if (fread(m->w, sizeof *m->w, m->count, f) != m->count || fgetc(f) != EOF)
        return -1;
    *why = "the checksum of its weights is another";
    return microlm_sum(m->w, m->count * sizeof *m->w) == h.checksum ? 0 : -1;
}

/* Load the model in `path`: 0, or -1 with *why a phrase. Free it with microlm_free. */
static inline int microlm_load(const char *path, struct microlm *m, const char **why)
{
    FILE *f = fopen(path, "rb");
    *m = (struct microlm){ 0 };
    *why = "it cannot be opened";
    int rc = f ? microlm_read(f, m, why) : -1;
    if (f)
        fclose(f);
    if (rc)
        microlm_free(m);
    return rc;
}

/* Write it; 0, or -1 when the disk does not take it. */
static inline int microlm_save(const char *path, const struct microlm *m, const struct microlm_origin *from)
{
    struct microlm_header h = { .magic = { 'm', 'i', 'c', 'r', 'o', 'l', 'm', '1' }, .shape = m->shape,
                                .count = m->count, .origin = *from,
                                .checksum = microlm_sum(m->w, m->count * sizeof *m->w) };
    FILE *f = fopen(path, "wb");
    if (!f)
        return -1;
    int ok = fwrite(&h, sizeof h, 1, f) == 1 && fwrite(m->w, sizeof *m->w, m->count, f) == m->count;
    return fclose(f) || !ok ? -1 : 0;
}

/* bf16 times a power of two. */
static inline void microlm_scale(struct microlm *m, size_t at, float by)
{
    m->w[at] = microlm_bf16(microlm_float(m->w[at]) * by);
}

/*
 * Outliers as large models have them, without another function: on `channels` channels of each norm,
 * channel (seed + 97 k) mod d, the gain grows by `factor` and the matrices that read it shrink by it.
 * With a power of two every logit keeps its bits (short of underflow), and 1 / factor takes it back.
 */
static inline void microlm_plant(struct microlm *m, unsigned seed, int channels, float factor)
{
    static const enum microlm_tensor norm[2] = { MLM_NORM1, MLM_NORM2 };
    static const enum microlm_tensor reads[2][3] = { { MLM_WQ, MLM_WK, MLM_WV }, { MLM_W1, MLM_W3, MLM_W3 } };
    const struct microlm_shape *s = &m->shape;
    for (int where = 0; where < 2 * s->L * channels; where++) {
        int layer = where / 2 / channels, half = where / channels % 2;
        size_t c = (seed + 97u * (unsigned)(where % channels)) % (unsigned)s->d;
        microlm_scale(m, microlm_at(s, norm[half], layer) + c, factor);
        for (int k = 0; k < 3 - half; k++)
            for (int r = 0; r < microlm_rows(s, reads[half][k]); r++)
                microlm_scale(m, microlm_at(s, reads[half][k], layer) + (size_t)r * (size_t)s->d + c, 1 / factor);
    }
}

#endif
