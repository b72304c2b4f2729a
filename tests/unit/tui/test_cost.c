/* test_cost.c: the five-axis calculator against sums done here, and what it refuses. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "runner/base/util.h"
#include "tui/app/cost.h"

static struct app a;

static void open_it(void)
{
    struct err error = { "" };
    a.cur = curriculum_open(RIDGE_SOURCE_ROOT, &error);
    cr_assert(a.cur, "%s", error.text);
}

static void close_it(void)
{
    curriculum_close(a.cur);
}

TestSuite(cost, .init = open_it, .fini = close_it, .timeout = 60);

static json_t *plan(const char *line)
{
    char text[300], *args[24], *save = NULL;
    int n = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save))
        args[n++] = w;
    return cost_plan(&a, args, n);
}

static double of(const json_t *d, const char *key)
{
    return json_number_value(json_object_get(d, key));
}

static double axis(const json_t *d, size_t k, const char *key)
{
    return of(json_array_get(json_object_get(d, "axes"), k), key);
}

static double figure(const char *card, const char *key)
{
    return of(json_object_get(json_object_get(json_object_get(curriculum_hw(a.cur), card), "values"), key), "value");
}

static const char *binds(const json_t *d)
{
    return json_string_value(json_object_get(d, "binds"));
}

enum { FLOP, HBM, HOST, LINK, NET };
#define NEAR(x, y) cr_expect_float_eq(x, y, 1e-9 * fabs(y), "%.17g is not %.17g", x, y)

/* Llama 3 8B: 32 layers of 4096, 32 heads of 128, 8 of keys and values, MLP 14336, 128256 words. */
static const double L = 32, D = 4096, KV = 1024, FF = 14336, V = 128256;

static double matmul(void)
{
    return L * (2 * D * D + 2 * D * KV + 3 * D * FF) + V * D;
}

static double total(void)
{
    return matmul() + V * D + (2 * L + 1) * D;
}

Test(cost, decoding_reads_weights_and_cache)
{
    json_t *d = plan("batch=16 seq=4096");
    cr_assert(d, "%s", a.error);
    double cache = 16 * 4096 * 2 * L * KV * 2, other = figure("assumed", "acts_fwd") * 16 * D * L;
    NEAR(of(d, "params"), total());
    NEAR(of(d, "weights"), 2 * total());
    NEAR(axis(d, FLOP, "amount"), 16 * (2 * matmul() + 4 * L * D * 4096));
    NEAR(axis(d, HBM, "amount"), 2 * total() + cache + other);
    NEAR(axis(d, HBM, "time"), axis(d, HBM, "amount") / figure("h100", "bw"));
    NEAR(of(d, "ridge"), figure("h100", "bf16") / figure("h100", "bw"));
    NEAR(of(d, "intensity"), axis(d, FLOP, "amount") / axis(d, HBM, "amount"));
    NEAR(of(d, "step"), axis(d, HBM, "time"));
    NEAR(of(d, "tokens_s"), 16 / of(d, "step"));
    NEAR(of(d, "resident"), 2 * total() + cache);
    cr_expect_str_eq(binds(d), "HBM");
    cr_expect(json_is_null(json_object_get(d, "failures")));
    json_decref(d);
}

Test(cost, a_prompt_is_arithmetic_and_tp_costs_the_link)
{
    json_t *one = plan("step=prefill batch=1 seq=8192"), *four = plan("step=prefill batch=1 seq=8192 tp=4");
    cr_assert(one && four, "%s", a.error);
    NEAR(axis(one, FLOP, "amount"), 8192 * 2 * matmul() + 4 * L * D * 8192. * 8193 / 2);
    cr_expect_str_eq(binds(one), "FLOP");
    NEAR(axis(four, FLOP, "amount"), axis(one, FLOP, "amount") / 4);
    NEAR(axis(one, LINK, "amount"), 0.);
    NEAR(axis(four, LINK, "amount"), 2 * L * 2 * 3 / 4. * 8192 * D * 2); /* two all-reduces a layer among four */
    NEAR(axis(four, LINK, "rate"), figure("h100", "nvlink_dir"));
    json_decref(one);
    json_decref(four);
}

Test(cost, training_moves_gradients_and_loses_time)
{
    json_t *d = plan("step=train batch=64 seq=8192 dp=16 tp=8 micro=1");
    cr_assert(d, "%s", a.error);
    double W = 2 * total() / 8; /* a gradient is as large as the weights; 16 ranks, one of a node */
    NEAR(axis(d, NET, "amount"), 2 * 15 / 16. * W);
    NEAR(axis(d, FLOP, "amount"), 3 * (64 * 8192. * 2 * matmul() + 64 * 4 * L * D * 8192. * 8193 / 2) / 128);
    const json_t *f = json_object_get(d, "failures");
    double M = figure("assumed", "mtbf") / 128, c = figure("assumed", "ckpt"), r = figure("assumed", "restart"),
           T = of(f, "interval");
    cr_expect_float_eq(T, sqrt(2 * c * M), .05 * T, "Young's interval, nearly: %g", T);
    NEAR(of(f, "share"), M * exp(r / M) * expm1((T + c) / M) / T - 1);
    NEAR(of(f, "lost"), of(f, "share") * of(d, "step"));
    json_decref(d);
}

Test(cost, what_else_can_bind)
{
    static const struct {
        const char *args, *binds;
    } rows[] = {
        {"model=llama3_70b", "memory"},
        {"model=llama3_70b tp=2 weights=4", "HBM"},
        {"step=train batch=1024 dp=1024 seq=512 hw=h200", "network"},
        {"step=train batch=8 seq=2048 dp=8 mtbf=1e3 hw=mi300x", "failures"},
        {"step=prefill seq=256 batch=8 dp=8 hw=b200 dtype=fp4", "HBM"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        json_t *d = plan(rows[k].args);
        cr_expect(d && !strcmp(binds(d), rows[k].binds), "%s: %s %s", rows[k].args, d ? binds(d) : "", a.error);
        json_decref(d);
    }
}

Test(cost, fewer_bits_and_other_sizes)
{
    json_t *half = plan("weights=4"), *given = plan("params=1e9"),
           *experts = plan("model=mixtral_8x7b batch=8 dp=8 ep=8"), *whole = plan("model=mixtral_8x7b batch=8 dp=8");
    cr_assert(half && given && experts && whole, "%s", a.error);
    NEAR(of(half, "weights"), total() / 2);
    NEAR(of(given, "weights"), 2e9);
    /* an eighth of the experts each: 32 layers, 8 experts of three 4096 x 14336 matrices */
    NEAR(of(whole, "resident") - of(experts, "resident"), 7 / 8. * 2 * 32 * (8 * 3. * 4096 * 14336));
    cr_expect_gt(axis(experts, LINK, "amount"), axis(whole, LINK, "amount"));
    json_decref(half);
    json_decref(given);
    json_decref(experts);
    json_decref(whole);
}

Test(cost, refusals_say_what_and_where)
{
    static const struct {
        const char *args, *message;
    } rows[] = {
        {"nothing", "is no KEY=VALUE"},
        {"model=gpt9", "models.lua has no such model"},
        {"model=dsv2", "latent attention"},
        {"hw=pcie5", "no such accelerator"},
        {"dtype=bw", "gives no rate"},
        {"hw=a100 dtype=fp8", "gives no rate"},
        {"step=dream", "decode, prefill or train"},
        {"batch=-1", "above 0"},
        {"batch=1.5", "whole number"},
        {"batch=", "has no value"},
        {"mtbf=inf", "above 0"},
        {"batch=1e6 seq=1e6", "thousand million tokens"},
        {"pp=5", "does not divide the 32 layers"},
        {"ep=3 dp=4", "does not divide dp * cp"},
        {"tp=3 dp=3", "evenly on nodes of 8"},
        {"dp=1e6 tp=1e6", "thousand million devices"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        json_t *d = plan(rows[k].args);
        cr_expect(!d && strstr(a.error, rows[k].message), "%s: %s", rows[k].args, d ? "was taken" : a.error);
        json_decref(d);
    }
}
