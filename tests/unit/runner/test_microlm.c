/* The language whose law is known, the network's gradients, the model's file. */
#include <criterion/criterion.h>
#include <math.h>
#include <unistd.h>

#include "microlm/net.h"
#include "microlm/synthlang.h"

#ifdef _OPENMP
#include <omp.h>
#endif

static const struct microlm_shape SMALL = { 24, 2, 4, 2, 6, 20, 256, 128, 10000, 1e-5f };
enum { DOCS = 3, LENGTH = 70 }; /* more than a block of scores, and no multiple of it */

/* --- the language ------------------------------------------------------------------------------ */

static struct synth_lang lang(void)
{
    struct synth_lang l;
    synth_lang_init(&l, 1);
    return l;
}

Test(synthlang, probabilities_add_up_and_the_text_follows_them)
{
    struct synth_lang l = lang();
    struct synth s;
    static uint8_t text[20000], head[50];
    static float nll[20000];
    double loss = 0, bits = 0;
    synth_text(&l, 7, text, nll, sizeof text);
    synth_text(&l, 7, head, NULL, sizeof head);
    cr_assert_arr_eq(text, head, sizeof head, "a shorter text is a prefix");
    synth_begin(&s, &l);
    for (size_t k = 1; k < sizeof text; k++) {
        double sum = 0;
        for (int byte = 0; byte < 256; byte++)
            sum += synth_prob(&s, byte);
        cr_assert(fabs(sum - 1) < 1e-12, "byte %zu: the probabilities add up to %.17g", k, sum);
        cr_assert(fabs(exp(-nll[k]) - synth_prob(&s, text[k])) < 1e-6);
        cr_assert(!synth_asks(&s) || synth_prob(&s, text[k]) == 1);
        bits += synth_entropy(&s);
        loss += nll[k] / log(2);
        cr_assert_eq(synth_push(&s, text[k]), 0);
    }
    double n = sizeof text - 1;
    cr_assert(fabs(loss - bits) < 5 * 2 * sqrt(n), "%.1f bits drawn, %.1f expected", loss, bits);
}

Test(synthlang, letters_carry_a_bit_and_three_quarters)
{
    struct synth_lang l = lang();
    double bits = 0, most = 0;
    struct synth s;
    synth_begin(&s, &l);
    for (int c = 'a'; c < 'a' + SYNTH_LETTERS; c++)
        most += synth_prob(&s, c);
    for (int c = 'a'; c < 'a' + SYNTH_LETTERS; c++)
        if (synth_prob(&s, c) > 0)
            bits -= synth_prob(&s, c) / most * log2(synth_prob(&s, c) / most);
    cr_assert(fabs(bits - 1.75) < 1e-12);
}

Test(synthlang, the_impossible_is_refused)
{
    struct synth_lang l = lang();
    struct synth s;
    synth_begin(&s, &l);
    cr_assert_eq(synth_push(&s, ')'), -1, "nothing is open");
    cr_assert_eq(synth_push(&s, '?'), -1, "nothing is bound");
    for (const char *c = "@K3([?K"; *c; c++)
        cr_assert_eq(synth_push(&s, *c), 0);
    cr_assert(synth_asks(&s));
    cr_assert_eq(synth_push(&s, '4'), -1, "K is 3");
    cr_assert_eq(synth_push(&s, '3'), 0);
    cr_assert_eq(synth_push(&s, ')'), -1, "the bracket [ is the inner one");
    cr_assert_eq(synth_push(&s, ']'), 0);
    cr_assert_eq(synth_push(&s, '@'), 0);
    cr_assert_eq(synth_push(&s, 'K'), -1, "K is bound");
}

Test(synthlang, probes_ask_at_their_distance)
{
    struct synth_lang l = lang();
    uint8_t text[300];
    cr_assert_eq(synth_probe(&l, 1, text, 300, 2), -1);
    cr_assert_eq(synth_probe(&l, 1, text, 300, 297), -1);
    for (uint64_t seed = 0; seed < 200; seed++) {
        size_t n = sizeof text, distance = 3 + (size_t)(seed * 37 % 290);
        cr_assert_eq(synth_probe(&l, seed, text, n, distance), 0);
        struct synth s;
        synth_begin(&s, &l);
        size_t named = 0;
        for (size_t k = 1; k < n; k++) {
            cr_assert_eq(synth_push(&s, text[k]), 0, "seed %d: byte %zu cannot be", (int)seed, k);
            named = k < n - 2 && text[k] == text[n - 2] ? k : named;
        }
        cr_assert_eq(n - 2 - named, distance);
        cr_assert_eq(text[named - 1], '@');
        cr_assert_eq(text[named + 1], text[n - 1]);
    }
}

/* --- the network ------------------------------------------------------------------------------- */

static void fill(float *w, size_t n, uint64_t seed, float size)
{
    for (size_t k = 0; k < n; k++)
        w[k] = size * (float)(synth_uniform(&seed) - .5);
}

static void documents(uint8_t *text)
{
    struct synth_lang l = lang();
    for (uint64_t b = 0; b < DOCS; b++)
        synth_text(&l, b + 1, text + b * LENGTH, NULL, LENGTH);
}

static double loss_at(struct net *n, const float *w, const uint8_t *text)
{
    net_forward(n, w, text, DOCS, LENGTH);
    return net_loss(n, w, NULL, NULL, NULL);
}

/* Along a random direction within one tensor, the slope of the loss is the gradient's projection. */
static void slope(struct net *n, float *w, const float *grad, const uint8_t *text, size_t at, size_t size)
{
    float *keep = malloc(size * sizeof *keep), *dir = malloc(size * sizeof *dir);
    double want = 0, norm = 0, step = 4e-3;
    memcpy(keep, w + at, size * sizeof *keep);
    fill(dir, size, at + 99, 2);
    for (size_t k = 0; k < size; k++) {
        dir[k] = grad[at + k] < 0 ? -fabsf(dir[k]) : fabsf(dir[k]); /* nothing cancels */
        norm += dir[k] * dir[k];
    }
    double side[2];
    for (int sign = 0; sign < 2; sign++) {
        for (size_t k = 0; k < size; k++)
            w[at + k] = keep[k] + (float)((sign ? 1 : -1) * step / sqrt(norm) * dir[k]);
        side[sign] = loss_at(n, w, text);
    }
    memcpy(w + at, keep, size * sizeof *keep);
    for (size_t k = 0; k < size; k++)
        want += grad[at + k] * dir[k] / sqrt(norm);
    double got = (side[1] - side[0]) / (2 * step);
    cr_assert(want > 1e-4 && fabs(got - want) < .02 * want + 2e-4, "tensor at %zu: slope %.6f, gradient says %.6f", at,
              got, want);
    free(keep);
    free(dir);
}

Test(microlm, gradients_are_the_slopes_of_the_loss)
{
    const struct microlm_shape *s = &SMALL;
    struct net *n = net_create(s, DOCS * LENGTH, LENGTH);
    size_t count = microlm_count(s);
    float *w = malloc(2 * count * sizeof *w), *grad = w + count;
    uint8_t text[DOCS * LENGTH];
    fill(w, count, 3, 1);
    documents(text);
    net_forward(n, w, text, DOCS, LENGTH);
    net_loss(n, w, NULL, NULL, grad);
    for (int layer = 0; layer < s->L; layer++)
        for (int t = layer ? MLM_NORM1 : MLM_EMBED; t < MLM_NORMF; t++)
            slope(n, w, grad, text, microlm_at(s, t, layer), microlm_size(s, t));
    slope(n, w, grad, text, microlm_at(s, MLM_NORMF, s->L - 1), microlm_size(s, MLM_NORMF));
    free(w);
    net_destroy(n);
}

Test(microlm, steps_down_the_gradient_lower_the_loss)
{
    struct net *n = net_create(&SMALL, DOCS * LENGTH, LENGTH);
    size_t count = microlm_count(&SMALL);
    float *w = malloc(2 * count * sizeof *w), *grad = w + count;
    uint8_t text[DOCS * LENGTH];
    fill(w, count, 4, .5f);
    documents(text);
    double first = loss_at(n, w, text);
    for (int step = 0; step < 30; step++) {
        net_forward(n, w, text, DOCS, LENGTH);
        net_loss(n, w, NULL, NULL, grad);
        for (size_t k = 0; k < count; k++)
            w[k] -= .3f * grad[k];
    }
    double last = loss_at(n, w, text);
    cr_assert(last < first - 1, "the loss went from %.3f to %.3f", first, last);
    free(w);
    net_destroy(n);
}

Test(microlm, no_byte_sees_a_later_one)
{
    struct net *n = net_create(&SMALL, DOCS * LENGTH, LENGTH);
    size_t count = microlm_count(&SMALL), V = 256, cut = 66;
    float *w = malloc(count * sizeof *w), *before = malloc(LENGTH * V * sizeof *before);
    uint8_t text[DOCS * LENGTH];
    fill(w, count, 5, 1);
    documents(text);
    memcpy(before, net_forward(n, w, text, 1, LENGTH), LENGTH * V * sizeof *before);
    text[cut] ^= 1;
    const float *after = net_forward(n, w, text, 1, LENGTH);
    cr_assert_arr_eq(after, before, cut * V * sizeof *before);
    cr_assert_arr_neq(after + cut * V, before + cut * V, V * sizeof *before);
    free(before);
    free(w);
    net_destroy(n);
}

#ifdef _OPENMP
Test(microlm, the_number_of_threads_changes_no_bit)
{
    struct net *n = net_create(&SMALL, DOCS * LENGTH, LENGTH);
    size_t count = microlm_count(&SMALL);
    float *w = malloc(3 * count * sizeof *w);
    uint8_t text[DOCS * LENGTH];
    fill(w, count, 6, 1);
    documents(text);
    for (int many = 0; many < 2; many++) {
        omp_set_num_threads(many ? 3 : 1);
        net_forward(n, w, text, DOCS, LENGTH);
        net_loss(n, w, NULL, NULL, w + (1 + (size_t)many) * count);
    }
    cr_assert_arr_eq(w + count, w + 2 * count, count * sizeof *w);
    free(w);
    net_destroy(n);
}
#endif

/* --- the file ---------------------------------------------------------------------------------- */

static struct microlm drawn(void)
{
    struct microlm m = { .shape = SMALL, .count = microlm_count(&SMALL) };
    uint64_t seed = 8;
    m.w = malloc(m.count * sizeof *m.w);
    for (size_t k = 0; k < m.count; k++)
        m.w[k] = microlm_bf16((float)synth_uniform(&seed) - .5f);
    return m;
}

/* What microlm_load says of the file with byte `at` changed, or cut there. */
static const char *spoiled(const char *path, const uint8_t *data, size_t size, size_t at, int cut)
{
    FILE *f = fopen(path, "wb");
    uint8_t other = data[at] ^ 0x40;
    fwrite(data, 1, at, f);
    if (!cut) {
        fwrite(&other, 1, 1, f);
        fwrite(data + at + 1, 1, size - at - 1, f);
    }
    fclose(f);
    struct microlm m;
    const char *why = NULL;
    cr_assert_eq(microlm_load(path, &m, &why), -1);
    cr_assert_null(m.w);
    return why;
}

Test(microlm, a_file_comes_back_whole_or_not_at_all)
{
    char path[] = "/tmp/microlm_XXXXXX";
    close(mkstemp(path));
    struct microlm m = drawn(), back;
    const char *why;
    size_t size = sizeof(struct microlm_header) + 2 * m.count;
    uint8_t *data = malloc(size);
    cr_assert_eq(microlm_save(path, &m, &(struct microlm_origin){ 1, 2, 3, .1 }), 0);
    FILE *f = fopen(path, "rb");
    cr_assert_eq(fread(data, 1, size, f), size);
    fclose(f);
    cr_assert_eq(microlm_load(path, &back, &why), 0, "%s", why);
    cr_assert_arr_eq(back.w, m.w, 2 * m.count);
    microlm_free(&back);
    cr_assert(strstr(spoiled(path, data, size, size - 1, 0), "checksum"));
    cr_assert(strstr(spoiled(path, data, size, size - 1, 1), "before its last"));
    cr_assert(strstr(spoiled(path, data, size, 100, 1), "too short"));
    cr_assert(strstr(spoiled(path, data, size, 0, 0), "begin"));
    cr_assert(strstr(spoiled(path, data, size, 8, 0), "disagree"));
    cr_assert(strstr(spoiled(path, data, size, 8 + 3, 0), "size"));
    unlink(path);
    cr_assert_eq(microlm_load(path, &back, &why), -1);
    cr_assert(strstr(why, "opened"));
    free(data);
    microlm_free(&m);
}

static void floats(const struct microlm *m, float *w)
{
    for (size_t k = 0; k < m->count; k++)
        w[k] = microlm_float(m->w[k]);
}

Test(microlm, planted_outliers_change_no_logit)
{
    struct microlm m = drawn();
    struct net *n = net_create(&SMALL, LENGTH, LENGTH);
    float *w = malloc(m.count * sizeof *w), *plain = malloc(LENGTH * 256 * sizeof *plain);
    uint16_t *keep = malloc(2 * m.count);
    uint8_t text[DOCS * LENGTH];
    documents(text);
    memcpy(keep, m.w, 2 * m.count);
    floats(&m, w);
    memcpy(plain, net_forward(n, w, text, 1, LENGTH), LENGTH * 256 * sizeof *plain);
    microlm_plant(&m, 5, 3, 64);
    cr_assert_arr_neq(m.w, keep, 2 * m.count);
    size_t gain = microlm_at(&SMALL, MLM_NORM2, 1) + 5;
    cr_assert_eq(microlm_float(m.w[gain]), 64 * microlm_float(keep[gain]));
    floats(&m, w);
    cr_assert_arr_eq(net_forward(n, w, text, 1, LENGTH), plain, LENGTH * 256 * sizeof *plain);
    microlm_plant(&m, 5, 3, 1.f / 64);
    cr_assert_arr_eq(m.w, keep, 2 * m.count, "and back");
    free(keep);
    free(plain);
    free(w);
    net_destroy(n);
    microlm_free(&m);
}

/* --- what ships -------------------------------------------------------------------------------- */

enum { SAMPLE = 8, SAMPLE_LENGTH = 256 };

/* Share of probes at `distance` whose answer is the likeliest byte. */
static double recall(struct net *n, const float *w, const struct synth_lang *l, size_t distance)
{
    static uint8_t text[SAMPLE * SAMPLE_LENGTH];
    int right = 0;
    for (uint64_t b = 0; b < SAMPLE; b++)
        synth_probe(l, 5000 + b, text + b * SAMPLE_LENGTH, SAMPLE_LENGTH, distance);
    const float *z = net_forward(n, w, text, SAMPLE, SAMPLE_LENGTH);
    for (int b = 1; b <= SAMPLE; b++) {
        const float *row = z + ((size_t)b * SAMPLE_LENGTH - 2) * 256;
        int best = 0;
        for (int v = 1; v < 256; v++)
            best = row[v] > row[best] ? v : best;
        right += best == text[b * SAMPLE_LENGTH - 1];
    }
    return (double)right / SAMPLE;
}

Test(microlm, the_shipped_model_is_near_the_floor_and_recalls)
{
    struct microlm m;
    const char *why;
    cr_assert_eq(microlm_load(RIDGE_SOURCE_ROOT "/kernels/microlm/weights.bin", &m, &why), 0, "%s", why);
    struct synth_lang l = lang();
    struct net *n = net_create(&m.shape, SAMPLE * SAMPLE_LENGTH, SAMPLE_LENGTH);
    float *w = malloc(m.count * sizeof *w);
    static uint8_t text[SAMPLE * SAMPLE_LENGTH];
    static float nll[SAMPLE * SAMPLE_LENGTH];
    double floor_sum = 0;
    floats(&m, w);
    for (uint64_t b = 0; b < SAMPLE; b++)
        synth_text(&l, 9000 + b, text + b * SAMPLE_LENGTH, nll + b * SAMPLE_LENGTH, SAMPLE_LENGTH);
    for (int k = 0; k < SAMPLE * SAMPLE_LENGTH; k++)
        floor_sum += nll[k];
    net_forward(n, w, text, SAMPLE, SAMPLE_LENGTH);
    double excess = net_loss(n, w, NULL, NULL, NULL) - floor_sum / (SAMPLE * (SAMPLE_LENGTH - 1));
    cr_assert(exp(excess) < 1.06, "perplexity is %.4f of the floor", exp(excess));
    cr_assert_eq(recall(n, w, &l, 40), 1);
    cr_assert_eq(recall(n, w, &l, 200), 1);
    free(w);
    net_destroy(n);
    microlm_free(&m);
}
