/* Whole jobs through ridge-exec: every way a submission can end, and that nothing is left behind. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner.h"

static char scratch[] = "/tmp/ridge-test-XXXXXX";
static json_t *lab;

static void set_up(void)
{
    cr_assert_not_null(mkdtemp(scratch));
    setenv("TMPDIR", scratch, 1);
    char path[512];
    snprintf(path, sizeof path, "%s/t-scale.json", getenv("RIDGE_TEST_ROOT"));
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

TestSuite(runner, .init = set_up, .fini = tear_down, .timeout = 120);

static int leftovers(void)
{
    DIR *d = opendir(scratch);
    int n = 0;
    for (struct dirent *e; d && (e = readdir(d));)
        n += !strncmp(e->d_name, "ridge-run-", 10);
    if (d)
        closedir(d);
    return n;
}

static struct runner *start(const char *impl, const char *source, const char *const *phases)
{
    char err[1024] = "", cache[128];
    int trusted = 0;
    json_t *files = source ? json_pack("{s:s}", "scale.c", source)
                           : runner_files(lab, getenv("RIDGE_TEST_ROOT"), NULL, impl, &trusted, err, sizeof err);
    cr_assert_not_null(files, "%s", err);
    snprintf(cache, sizeof cache, "%s/cache", scratch);
    struct runner_request q = { .lab = lab, .root = getenv("RIDGE_TEST_ROOT"), .cache = cache,
                                .program = getenv("RIDGE_TEST_EXEC"), .impl = impl, .backend = "cpu", .cc = "gcc",
                                .files = files, .phases = phases, .trusted = trusted };
    struct runner *r = runner_start(&q, err, sizeof err);
    cr_assert_not_null(r, "%s", err);
    json_decref(files);
    return r;
}

static json_t *run(const char *impl, const char *source, const char *const *phases)
{
    struct runner *r = start(impl, source, phases);
    runner_wait(r, NULL, NULL, NULL);
    json_t *report = json_incref((json_t *)runner_report(r));
    cr_assert_not_null(report, "%s", runner_failure(r));
    runner_finish(r);
    cr_assert_eq(leftovers(), 0);
    return report;
}

static const char *const correct[] = { "correct", NULL };
static const char *const sanitize[] = { "correct", "sanitize", NULL };

static const char *str(const json_t *o, const char *a, const char *b)
{
    const char *s = json_string_value(json_object_get(b ? json_object_get(o, a) : o, b ? b : a));
    return s ? s : "";
}

static const json_t *last_case(const json_t *r)
{
    const json_t *c = json_object_get(r, "cases");
    return json_array_get(c, json_array_size(c) - 1);
}

Test(runner, the_reference_passes_all)
{
    json_t *r = run("reference", NULL, NULL);
    size_t k;
    const json_t *c;
    cr_assert_eq(json_array_size(json_object_get(r, "cases")), 3);
    json_array_foreach(json_object_get(r, "cases"), k, c)
        cr_assert_str_eq(str(c, "status", NULL), "PASS");
    cr_assert_str_eq(str(r, "sanitize", "status"), "PASS", "%s", str(r, "sanitize", "log"));
    const json_t *m = json_array_get(json_object_get(r, "measurements"), 0);
    double ratio = json_number_value(json_object_get(m, "ratio"));
    cr_assert(ratio > 0.3 && ratio < 3, "the reference against itself: %g", ratio);
    json_decref(r);
}

/* The cache model is exact: a megabyte's worth of facts about 65,536 floats. */
Test(runner, the_profile_is_exact_and_repeatable)
{
    static const char *const phases[] = { "correct", "profile", NULL };
    static const struct {
        const char *name;
        double value;
    } want[] = { { "c_loads", 65536 }, { "c_stores", 65536 }, { "c_bytes", 524288 }, { "l1_miss", 8192 },
                 { "l2_miss", 8192 }, { "llc_miss", 8192 }, { "dtlb_miss", 128 } };
    json_t *r = run("learner", "void scale(int n, const float *x, float *y)\n{\n"
                               "    for (int i = 0; i < n; i++)\n#pragma GCC novector\n        y[i] = 2 * ((const volatile float *)x)[i];\n}\n", phases);
    const json_t *counters = json_object_get(r, "counters");
    for (size_t k = 0; k < sizeof want / sizeof want[0]; k++) {
        const json_t *c = json_array_get(counters, k);
        cr_assert_str_eq(str(c, "name", NULL), want[k].name);
        cr_assert_eq(json_number_value(json_object_get(c, "value")), want[k].value, "%s", want[k].name);
    }
    json_decref(r);
}

Test(runner, the_skeleton_fails_and_says_what)
{
    json_t *r = run("skeleton", NULL, correct);
    const json_t *c = last_case(r);
    cr_assert_str_eq(str(c, "status", NULL), "FAIL");
    cr_assert(strstr(str(c, "message", NULL), "never written"), "%s", str(c, "message", NULL));
    json_decref(r);
}

Test(runner, endings)
{
    static const struct {
        const char *body, *status, *says;
        int code;
    } t[] = {
        { "*(volatile int *)8 = n;", "ERROR", "segmentation fault", 4 },
        { "((float *)x)[0] = 1; ((volatile float *)x)[n] = 2;", "ERROR", "segmentation fault", 4 },
        { "volatile int z = 0; y[0] = (float)(n / z);", "ERROR", "arithmetic fault", 4 },
        { "__builtin_trap();", "ERROR", "illegal instruction", 4 },
        { "abort();", "ERROR", "abort()", 4 },
        { "exit(0);", "ERROR", "exit(0)", 4 },
        { "_exit(124);", "ERROR", "", 0 },
        { "for (;;) __asm__ volatile(\"\");", "ERROR", "wall-clock limit", 5 },
        { "char b[4096] = \"x\"; for (;;) if (write(1, b, sizeof b) < 0) break;", "ERROR", "more than 1 MiB", 5 },
        { "fork();", "ERROR", "system call", 8 },
        { "execl(\"/bin/sh\", \"sh\", \"-c\", \"true\", (char *)0);", "ERROR", "system call", 8 },
        { "socket(2, 1, 0);", "ERROR", "system call", 8 },
        { "kill(getppid(), 9);", "ERROR", "system call", 8 },
        { "raise(19);", "ERROR", "", 0 },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        char source[1024];
        snprintf(source, sizeof source,
                 "#define _GNU_SOURCE\n#include <stdlib.h>\n#include <unistd.h>\n#include <signal.h>\n#include <sys/socket.h>\n"
                 "void scale(int n, const float *x, float *y);\n"
                 "void scale(int n, const float *x, float *y)\n{\n    (void)n; (void)x; (void)y;\n    %s\n}\n", t[k].body);
        json_t *r = run("learner", source, correct);
        const json_t *c = last_case(r);
        cr_assert_str_eq(str(c, "status", NULL), t[k].status, "%s: %s", t[k].body, str(c, "message", NULL));
        cr_assert(strstr(str(c, "message", NULL), t[k].says), "%s: %s", t[k].body, str(c, "message", NULL));
        if (t[k].code)
            cr_assert_eq(json_integer_value(json_object_get(json_object_get(r, "error"), "code")), t[k].code, "%s", t[k].body);
        json_decref(r);
    }
}

Test(runner, compilers_speak_in_the_learners_file)
{
    json_t *r = run("learner", "void scale(int n)\n{\n    syntax error;\n}\n", correct);
    cr_assert_not(json_is_true(json_object_get(json_object_get(r, "build"), "ok")));
    cr_assert(strstr(str(r, "build", "log"), "scale.c:3:"), "%s", str(r, "build", "log"));
    json_decref(r);
}

Test(runner, compiling_reads_nothing_of_ours)
{
    static const char *const t[] = { "#include \"/etc/passwd\"\n", "#include \"../../kernels/t-scale/ref.c\"\n",
                                     "#include \"ref.c\"\n", "__asm__(\".incbin \\\"/etc/passwd\\\"\");\n" };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        json_t *r = run("learner", t[k], correct);
        cr_assert_not(json_is_true(json_object_get(json_object_get(r, "build"), "ok")), "%s", t[k]);
        cr_assert_null(strstr(str(r, "build", "log"), "root:"), "%s", t[k]);
        json_decref(r);
    }
}

Test(runner, sanitizers_point_at_the_line)
{
    static const struct {
        const char *source, *says;
        int line;
    } t[] = {
        { "void scale(int n, const float *x, float *y)\n{\n    for (int i = 0; i <= n; i++)\n        y[i] = 2 * x[i];\n}\n",
          "heap-buffer-overflow", 4 },
        { "#include <limits.h>\nvoid scale(int n, const float *x, float *y)\n{\n    volatile int k = INT_MAX;\n    k = k + n;\n"
          "    for (int i = 0; i < n; i++)\n        y[i] = 2 * x[i];\n}\n", "signed integer overflow", 5 },
        { "#include <stdlib.h>\nstatic void *volatile keep;\nvoid scale(int n, const float *x, float *y)\n{\n    keep = malloc(10);\n    keep = 0;\n"
          "    for (int i = 0; i < n; i++)\n        y[i] = 2 * x[i];\n}\n", "leak", 5 },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        json_t *r = run("learner", t[k].source, sanitize);
        const json_t *s = json_object_get(r, "sanitize");
        cr_assert_str_eq(str(s, "status", NULL), "ERROR", "row %zu: %s", k, str(s, "message", NULL));
        cr_assert(strstr(str(s, "log", NULL), t[k].says) || strstr(str(s, "message", NULL), t[k].says), "row %zu: %s", k,
                  str(s, "log", NULL));
        cr_assert_eq(json_integer_value(json_object_get(s, "line")), t[k].line, "row %zu: %s", k, str(s, "log", NULL));
        json_decref(r);
    }
}

Test(runner, file_names_are_not_options)
{
    char err[256];
    json_t *files = json_pack("{s:s}", "-fplugin=x.c", "int x;");
    struct runner_request q = { .lab = lab, .root = getenv("RIDGE_TEST_ROOT"), .cache = scratch,
                                .program = getenv("RIDGE_TEST_EXEC"), .impl = "learner", .backend = "cpu",
                                .files = files };
    struct runner *r = runner_start(&q, err, sizeof err);
    runner_wait(r, NULL, NULL, NULL);
    cr_assert(strstr(str(runner_report(r), "error", "message"), "is not accepted"));
    runner_finish(r);
    json_decref(files);
}

static int processes_under(const char *what)
{
    char cmd[256];
    snprintf(cmd, sizeof cmd, "ps -eo args | grep -v grep | grep -c '%s'", what);
    FILE *f = popen(cmd, "r");
    int n = -1;
    if (f && fscanf(f, "%d", &n) != 1)
        n = -1;
    if (f)
        pclose(f);
    return n;
}

Test(runner, a_cancelled_run_leaves_nothing)
{
    struct runner *r = start("learner", "void scale(int n, const float *x, float *y)\n{\n    (void)n; (void)x; (void)y;\n"
                                        "    for (;;)\n        __asm__ volatile(\"\");\n}\n", correct);
    for (int k = 0; k < 8; k++) {
        usleep(100000);
        runner_pump(r, NULL, NULL);
    }
    runner_cancel(r);
    runner_wait(r, NULL, NULL, NULL);
    cr_assert_null(runner_report(r));
    cr_assert_str_eq(runner_failure(r), "cancelled");
    runner_finish(r);
    cr_assert_eq(leftovers(), 0);
    cr_assert_eq(processes_under(scratch), 0);
}

Test(runner, a_missing_program_is_said)
{
    char err[256] = "";
    json_t *files = json_object();
    struct runner_request q = { .lab = lab, .root = ".", .cache = scratch, .program = "/nonexistent/ridge-exec",
                                .impl = "learner", .backend = "cpu", .files = files };
    struct runner *r = runner_start(&q, err, sizeof err);
    runner_wait(r, NULL, NULL, NULL);
    cr_assert_null(runner_report(r));
    cr_assert(strstr(runner_failure(r), "No such file"), "%s", runner_failure(r));
    runner_finish(r);
    json_decref(files);
}

Test(runner, the_fakes_are_refused)
{
    json_t *r = run("fakes", NULL, NULL);
    size_t k;
    const json_t *f;
    cr_assert_geq(json_array_size(json_object_get(r, "fakes")), 12);
    json_array_foreach(json_object_get(r, "fakes"), k, f)
        if (json_integer_value(json_object_get(f, "tried")))
            cr_assert(json_is_true(json_object_get(f, "rejected")), "%s", str(f, "name", NULL));
    json_decref(r);
}
