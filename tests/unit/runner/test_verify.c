/* Tolerances: what passes, what fails, and what NaN is not allowed to do. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "runner/exec/data.h"
#include "runner/exec/verify.h"

static struct oracle *oracle;

static void open_oracle(void)
{
    struct err e;
    oracle = oracle_open(&(struct oracle_spec){ .so = getenv("RIDGE_TEST_ORACLE") }, &e);
    cr_assert_not_null(oracle, "%s", e.text);
}

static void close_oracle(void)
{
    oracle_close(oracle);
}

TestSuite(verify, .init = open_oracle, .fini = close_oracle);

/* An oracle of the fixture: "same" wants x itself, with scale |x| + 1, "bare" with scale |x|. */
static const char *wants = "same";

static int judge(const char *tol, const float *x, float *y, size_t n, struct verify_result *r)
{
    json_t *source = json_pack("{s:s s:s s:s s:s s:s s:o s:o}", "id", "fixture", "lang", "c", "dir", "", "kernels", "",
                               "reference", "", "calls",
                               json_pack("[{s:s s:s s:n s:[{s:s s:s}, {s:s s:s}]}]", "name", "same", "oracle", wants,
                                         "verify", "args", "kind", "input", "name", "x", "kind", "output", "name", "y"),
                               "cases", json_pack("[{s:s s:[{s:s s:o}]}]", "id", "c", "calls", "call", "same", "tol",
                                                  json_loads(tol, 0, NULL)));
    struct lab lab;
    struct ridge_buffer b[2] = { { "x", RIDGE_F32, n, (void *)x }, { "y", RIDGE_F32, n, y } };
    struct ridge_case c = { .id = "c", .call = "same", .buffers = b, .nbuffers = 2 };
    struct err e = { "" };
    cr_assert_eq(lab_open(source, &lab, &e), 0, "%s", e.text);
    int rc = verify_case(oracle, lab.cases[0].runs, &c, 0, r, &e);
    lab_close(&lab);
    json_decref(source);
    cr_assert_eq(rc, 0, "%s", e.text);
    return r->pass;
}

Test(verify, table)
{
    static const struct {
        const char *tol;
        float want, got;
        int pass;
    } t[] = {
        { "{\"kind\":\"exact\"}", 1, 1, 1 },
        { "{\"kind\":\"exact\"}", 1, 1.0000001f, 0 },
        { "{\"kind\":\"exact\"}", 0, -0.0f, 1 },
        { "{\"kind\":\"abs\",\"eps\":0.1}", 1, 1.05f, 1 },
        { "{\"kind\":\"abs\",\"eps\":0.1}", 1, 1.2f, 0 },
        { "{\"kind\":\"abs\",\"eps\":0.1}", 1, NAN, 0 },
        { "{\"kind\":\"abs\",\"eps\":1e30}", 1, INFINITY, 0 },
        { "{\"kind\":\"abs\",\"eps\":0.1}", NAN, NAN, 1 },
        { "{\"kind\":\"abs\",\"eps\":0.1}", NAN, 0, 0 },
        { "{\"kind\":\"abs\",\"eps\":0.1}", INFINITY, INFINITY, 1 },
        { "{\"kind\":\"abs\",\"eps\":0.1}", INFINITY, -INFINITY, 0 },
        { "{\"kind\":\"rel\",\"eps\":0.01}", 100, 100.9f, 1 },
        { "{\"kind\":\"rel\",\"eps\":0.01}", 100, 101.1f, 0 },
        { "{\"kind\":\"dot\",\"K\":1,\"u\":\"f32\"}", 1, 1.0000005f, 1 },
        { "{\"kind\":\"dot\",\"K\":1,\"u\":\"f32\"}", 1, 1.00001f, 0 },
        { "{\"kind\":\"dot\",\"K\":1,\"u\":\"f16\"}", 1, 1.0004f, 1 },
        { "{\"kind\":\"dot\",\"K\":1,\"u\":\"f16\"}", 1, 1.001f, 0 },
        { "{\"kind\":\"rel_l2\",\"eps\":0.001}", 1, 1.0005f, 1 },
        { "{\"kind\":\"rel_l2\",\"eps\":0.001}", 1, 1.1f, 0 },
        { "{\"kind\":\"rel_l2\",\"eps\":0.001}", 1, NAN, 0 },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        struct verify_result r;
        float x = t[k].want, y = t[k].got;
        cr_assert_eq(judge(t[k].tol, &x, &y, 1, &r), t[k].pass, "row %zu: %s", k, r.message);
    }
}

/* Subnormal halves are 2^-24 apart, whatever the scale: half a step is nobody's mistake. */
Test(verify, a_small_half_is_rounded_to_a_step)
{
    static const struct {
        const char *u;
        float got;
        int pass;
    } t[] = { { "f16", 1.0025e-5f, 1 }, { "f16", 1.004e-5f, 0 }, { "f32", 1.0025e-5f, 0 }, { "bf16", 1.1e-5f, 0 } };
    wants = "bare";
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        struct verify_result r;
        char tol[80];
        float x = 1e-5f, y = t[k].got;
        snprintf(tol, sizeof tol, "{\"kind\":\"dot\",\"K\":1,\"u\":\"%s\"}", t[k].u);
        cr_expect_eq(judge(tol, &x, &y, 1, &r), t[k].pass, "row %zu: %s", k, r.message);
    }
}

Test(verify, the_message_names_the_element)
{
    float x[4] = { 1, 2, 3, 4 }, y[4] = { 1, 2, 0, 0 };
    struct verify_result r;
    cr_assert_not(judge("{\"kind\":\"exact\"}", x, y, 4, &r));
    cr_assert_eq(r.index, 2);
    cr_assert_eq(r.bad, 2);
    cr_assert_eq(r.total, 4);
    cr_assert(strstr(r.message, "y[2] is 0, expected 3 (2 of 4 elements differ)"), "%s", r.message);
}

Test(verify, poison_is_called_by_its_name)
{
    float x[2] = { 1, 2 }, y[2];
    struct verify_result r;
    data_poison(RIDGE_F32, y, 2);
    cr_assert_not(judge("{\"kind\":\"abs\",\"eps\":1e9}", x, y, 2, &r));
    cr_assert(strstr(r.message, "never written"), "%s", r.message);
}

Test(verify, empty_outputs_agree)
{
    struct verify_result r;
    float none = 0;
    cr_assert(judge("{\"kind\":\"rel_l2\",\"eps\":0.001}", &none, &none, 0, &r));
}
