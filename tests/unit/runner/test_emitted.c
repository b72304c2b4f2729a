/* Calls that run what a submission writes: built, judged, counted and timed like it, and as little trusted. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "busy.h"
#include "kept.h"
#include "runner/base/util.h"
#include "runner/runner.h"

static char scratch[] = "/tmp/ridge-test-XXXXXX";
static json_t *lab;

static void set_up(void)
{
    char path[512];
    cr_assert_not_null(mkdtemp(scratch));
    setenv("TMPDIR", scratch, 1);
    snprintf(path, sizeof path, "%s/t-emit.json", getenv("RIDGE_TEST_ROOT"));
    lab = json_load_file(path, 0, NULL);
    cr_assert_not_null(lab);
}

static void tear_down(void)
{
    char cmd[256];
    json_decref(lab);
    snprintf(cmd, sizeof cmd, "rm -rf %s", scratch);
    cr_assert_eq(system(cmd), 0);
}

TestSuite(emitted, .init = set_up, .fini = tear_down, .timeout = 120);

static json_t *run(const char *impl, const char *source, const char *const *phases)
{
    struct err err = { "" };
    char cache[512];
    int trusted = 0;
    json_t *files = source ? json_pack("{s:s}", "emit.c", source)
                           : runner_files(lab, getenv("RIDGE_TEST_ROOT"), NULL, impl, &trusted, &err);
    cr_assert_not_null(files, "%s", err.text);
    kept_place(scratch, cache, sizeof cache);
    struct runner_request q = { .lab = lab, .root = getenv("RIDGE_TEST_ROOT"), .cache = cache,
                                .program = getenv("RIDGE_TEST_EXEC"), .impl = impl, .backend = "cpu", .cc = "gcc",
                                .files = files, .phases = phases, .trusted = trusted };
    struct runner *r = runner_start(&q, &err);
    cr_assert_not_null(r, "%s", err.text);
    json_decref(files);
    runner_wait(r, NULL, NULL, NULL);
    json_t *report = json_incref((json_t *)runner_report(r));
    cr_assert_not_null(report, "%s", runner_failure(r));
    runner_finish(r);
    return report;
}

static const char *const correct[] = { "correct", NULL };
static const char *const sanitize[] = { "correct", "sanitize", NULL };
static const char *const profile[] = { "correct", "profile", NULL };

static const char *str(const json_t *o, const char *a, const char *b)
{
    const char *s = json_string_value(json_object_get(b ? json_object_get(o, a) : o, b ? b : a));
    return s ? s : "";
}

/* The row of a call in a case; where the run ended before it, the last row. */
static const json_t *row(const json_t *r, const char *call, const char *id)
{
    const json_t *cases = json_object_get(r, "cases"), *c;
    size_t k;
    json_array_foreach(cases, k, c)
        if (!strcmp(str(c, "call", NULL), call) && !strcmp(str(c, "case", NULL), id))
            return c;
    return json_array_get(cases, json_array_size(cases) - 1);
}

/* emit() that writes `body` as both texts, unless it is C that fills the buffers itself. */
static char *emitter(const char *c, const char *cu)
{
    char *s = NULL;
    cr_assert_gt(
        asprintf(&s,
                 "#include <stdio.h>\n#include <string.h>\n#include \"lab.h\"\n"
                 "void emit(int k, uint8_t *code, uint8_t *cu)\n{\n    (void)k;\n"
                 "    snprintf((char *)code, CODE, \"%%s\", %s);\n    snprintf((char *)cu, CODE, \"%%s\", %s);\n}\n",
                 c, cu),
        0);
    return s;
}

Test(emitted, the_reference_passes_all)
{
    json_t *r = run("reference", NULL, NULL);
    size_t k;
    const json_t *c;
    cr_assert_eq(json_array_size(json_object_get(r, "cases")), 5);
    json_array_foreach(json_object_get(r, "cases"), k, c)
        cr_assert_str_eq(str(c, "status", NULL), "PASS", "%s %s: %s", str(c, "call", NULL), str(c, "case", NULL),
                         str(c, "message", NULL));
    cr_assert_str_eq(str(r, "sanitize", "status"), "PASS", "%s", str(r, "sanitize", "message"));
    const json_t *m = json_array_get(json_object_get(r, "measurements"), 0);
    double ratio = json_number_value(json_object_get(m, "ratio"));
    cr_assert(ratio > 0.3 && ratio < 3, "the reference against itself: %g %s", ratio, str(m, "error", NULL));
    json_decref(r);
}

static double counter(const json_t *r, const char *call, const char *name)
{
    const json_t *c;
    size_t k;
    json_array_foreach(json_object_get(r, "counters"), k, c)
        if (!strcmp(str(c, "call", NULL), call) && !strcmp(str(c, "name", NULL), name))
            return json_number_value(json_object_get(c, "value"));
    return -1;
}

/* C by the cache model, CUDA by the emulator. */
Test(emitted, what_it_does_is_counted)
{
    json_t *r = run("reference", NULL, profile);
    cr_assert_eq(counter(r, "scale", "c_bytes"), 8 * 65536, "%g", counter(r, "scale", "c_bytes"));
    cr_assert_eq(counter(r, "scale_gpu", "g_st_sec"), 1000 * 4 / 32, "%g", counter(r, "scale_gpu", "g_st_sec"));
    json_decref(r);
}

Test(emitted, the_skeleton_fails_where_its_code_runs)
{
    json_t *r = run("skeleton", NULL, correct);
    cr_assert_str_eq(str(row(r, "emit", "n1000"), "status", NULL), "PASS");
    cr_assert_str_eq(str(row(r, "scale", "n1000"), "status", NULL), "FAIL");
    cr_assert_str_eq(str(row(r, "scale_gpu", "n1000"), "status", NULL), "FAIL");
    json_decref(r);
}

#define DECLARE "\"void scale(int n, const float *x, float *y);"
#define HEAD "\"void scale(int n, const float *x, float *y)\\n{\\n"
#define GOOD HEAD "for (int i = 0; i < n; i++) y[i] = 4 * x[i]; }\""
#define KERNEL "\"extern \\\"C\\\" __global__ void scale_gpu(int n, const float *x, float *y)\\n{\\n"

Test(emitted, hostile_code_gets_what_any_submission_gets)
{
    static const struct {
        const char *c, *cu, *call, *status, *says;
    } t[] = {
        { "\"\"", "\"\"", "scale", "FAIL", "wrote no code into code" },
        { "\"hello, world\"", "\"\"", "scale", "FAIL", "does not compile: emitted.c:1:1: error" },
        { "\"\\xff\\xfe\"", "\"\"", "scale", "FAIL", "code" },
        { DECLARE "\"", "\"\"", "scale", "FAIL", "emitted.c defines no scale" },
        { "\"#include </etc/passwd>\"", "\"\"", "scale", "FAIL", "fatal error: /etc/passwd" },
        { "\"#include \\\"../../kernels/t-emit/ref.c\\\"\"", "\"\"", "scale", "FAIL", "No such file" },
        { "\"__asm__(\\\".incbin \\\\\\\"/etc/passwd\\\\\\\"\\\");\"", "\"\"", "scale", "FAIL", "/etc/passwd" },
        { HEAD "for (;;) (void)n, (void)x, *(volatile float *)y; }\"", "\"\"", "scale", "ERROR", "limit" },
        { "\"#include <unistd.h>\\n\"" HEAD
          "(void)n, (void)x, (void)y; execl(\\\"/bin/sh\\\", \\\"sh\\\", (char *)0); }\"",
          "\"\"", "scale", "ERROR", "execve" },
        { HEAD "(void)n, (void)x; y[-99999] = 1; }\"", "\"\"", "scale", "ERROR", "outside a buffer" },
        { GOOD, "\"nonsense\"", "scale_gpu", "FAIL", "the emitted CUDA does not compile" },
        { GOOD, KERNEL "y[n + blockIdx.x] = x[0]; }\"", "scale_gpu", "FAIL", "" },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        char *source = emitter(t[k].c, t[k].cu);
        witness_begin();
        json_t *r = run("learner", source, correct);
        int hangs = !strcmp(t[k].says, "limit"); /* then the first case is the last that is tried */
        const json_t *c = row(r, t[k].call, hangs ? "n1" : "n1000");
        cr_assert_str_eq(str(c, "status", NULL), t[k].status, "%s: %s", t[k].c, str(c, "message", NULL));
        if (!witness_excuses(str(c, "message", NULL)))
            cr_assert_not_null(strstr(str(c, "message", NULL), t[k].says), "%s: %s", t[k].c, str(c, "message", NULL));
        cr_assert_null(strstr(str(c, "message", NULL), "root:"), "%s", str(c, "message", NULL));
        json_decref(r);
        free(source);
    }
}

Test(emitted, a_text_without_an_end_is_refused)
{
    json_t *r = run("learner",
                    "#include <string.h>\n#include \"lab.h\"\nvoid emit(int k, uint8_t *code, uint8_t *cu)\n{\n"
                    "    memset(code, '/', CODE);\n    cu[0] = (uint8_t)k;\n}\n",
                    correct);
    const char *said = str(row(r, "scale", "n1"), "message", NULL);
    cr_assert_not_null(strstr(said, "has no end within its 4096 bytes"), "%s", said);
    json_decref(r);
}

Test(emitted, asm_may_run_but_not_hide_from_the_count)
{
    char *source = emitter("k == 8 ? " HEAD
                           "for (int i = 0; i < n; i++) { y[i] = 8 * x[i]; __asm__ volatile(\\\"nop\\\"); } }\" : "
                           "k == 2 ? " HEAD "for (int i = 0; i < n; i++) y[i] = 2 * x[i]; }\" : " GOOD,
                           KERNEL "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = 4 * x[i]; }\"");
    json_t *r = run("learner", source, profile);
    const json_t *skipped = json_array_get(json_object_get(r, "skipped"), 0);
    cr_assert_not_null(strstr(str(skipped, "why", NULL), "asm"), "%s", str(skipped, "why", NULL));
    cr_assert(json_is_true(json_object_get(skipped, "charged")));
    json_decref(r);
    free(source);
}

Test(emitted, a_sanitizer_reads_it_too)
{
    char *source = emitter("k == 2 ? " HEAD "for (int i = 0; i < n; i++) y[i] = 2 * x[i]; }\" : " HEAD
                           "volatile float past = x[n]; (void)past; for (int i = 0; i < n; i++) y[i] = 4 * x[i]; }\"",
                           KERNEL "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = 4 * x[i]; }\"");
    json_t *r = run("learner", source, sanitize);
    cr_assert_str_eq(str(row(r, "scale", "n1000"), "status", NULL), "PASS");
    cr_assert_str_eq(str(r, "sanitize", "status"), "ERROR");
    cr_assert_not_null(strstr(str(r, "sanitize", "message"), "heap-buffer-overflow"), "%s",
                       str(r, "sanitize", "message"));
    json_decref(r);
    free(source);
}
