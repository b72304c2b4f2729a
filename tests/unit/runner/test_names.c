/* Objects that a compiler made of one line each: which names they may ask the linker for. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/util.h"
#include "runner/build/names.h"

/* The object of a C source; free() it. */
static char *object_of(const char *source, const char *flags, size_t *n)
{
    char dir[] = "/tmp/names-XXXXXX", command[512];
    struct err e = { "" };
    cr_assert_not_null(mkdtemp(dir));
    char *c = util_path("%s/a.c", dir), *o = util_path("%s/a.o", dir);
    cr_assert_eq(util_write_file(c, source, strlen(source), &e), 0, "%s", e.text);
    snprintf(command, sizeof command, "gcc -c -fPIC -w %s %s -o %s", flags, c, o);
    cr_assert_eq(system(command), 0);
    char *bytes = util_read_bytes(o, 1 << 20, n, &e);
    cr_assert_not_null(bytes, "%s", e.text);
    snprintf(command, sizeof command, "rm -rf %s", dir);
    cr_assert_eq(system(command), 0);
    free(c);
    free(o);
    return bytes;
}

static void expect(const char *source, const char *flags, int instrumented, const char *name)
{
    static const char *const more[] = { "emit_open", "trace_sync" };
    size_t n;
    char *bytes = object_of(source, flags, &n);
    const char *got = names_forbidden(bytes, n, instrumented, more, 2);
    cr_expect_eq(!got, !name, "%s: %s", source, got ? got : "nothing");
    if (got && name)
        cr_expect_str_eq(got, name);
    free(bytes);
}

Test(names, what_a_lab_needs_is_allowed)
{
    expect("#include <math.h>\n#include <string.h>\ndouble f(double *x, int n) { memset(x, 0, n); return exp(x[0]); }",
           "-O2", 0, NULL);
    expect("int emit_open(void) { return 1; } int g(void) { return emit_open(); }", "-O1 -fno-inline", 0, NULL);
    expect("double ridge_point(double x) { return x; }", "-O1", 0, NULL);
    expect("__attribute__((constructor)) static void f(void) { } int g;", "-O1", 0, NULL);
}

Test(names, nothing_runs_before_the_runtime)
{
    expect("static void f(void) { } __attribute__((section(\".preinit_array\"), used)) static void (*p)(void) = f;", "-O1", 0,
           ".preinit_array");
    expect("static void f(void) { } __attribute__((section(\".preinit_array.1\"), used)) static void (*p)(void) = f;", "-O1",
           1, ".preinit_array.1");
}

Test(names, names_are_refused_however_they_are_spelled)
{
    static const char *const used[] = { "__asan_unpoison_memory_region", "__lsan_ignore_object", "ctrace_start",
                                        "ridge_ranks_attach", "ridge_ranks_begin", "dlsym", "__tsan_write4",
                                        "__sanitizer_set_report_path", "emit_open", "trace_sync", "__real_memcpy" };
    char source[300];
    for (size_t k = 0; k < sizeof used / sizeof *used; k++) {
        snprintf(source, sizeof source, "void f(void) { extern void %s(void); %s(); }", used[k], used[k]);
        expect(source, "-O1", 0, used[k]);
        snprintf(source, sizeof source,
                 "extern void g(void) __asm__(\"%s\") __attribute__((weak)); int f(void) { return g != 0; }", used[k]);
        expect(source, "-O1", 0, used[k]);
    }
    expect("const char *__asan_default_options(void) { return \"detect_leaks=0\"; }", "-O1", 0,
           "__asan_default_options");
}

Test(names, what_the_compiler_puts_in_is_its_own)
{
    const char *source = "int f(int *x, int n) { int t[8]; for (int k = 0; k < 8; k++) t[k] = x[k]; return t[n]; }";
    expect(source, "-O1 -fsanitize=address,undefined", 1, NULL);
    expect(source, "-O1 -fsanitize=thread", 1, NULL);
    expect("void __lsan_disable(void); void f(int *x) { *x = 1; __lsan_disable(); }", "-O1 -fsanitize=address", 1,
           "__lsan_disable");
    expect("void __tsan_ignore_thread_begin(void); void f(int *x) { *x = 1; __tsan_ignore_thread_begin(); }",
           "-O1 -fsanitize=thread", 1, "__tsan_ignore_thread_begin");
}

/* Whatever is cut off or written over: an answer, and no read beyond the bytes (this runs in a sanitizer's build). */
Test(names, damaged_objects)
{
    size_t n;
    char *bytes = object_of("int puts(const char *s); void f(void) { puts(\"a\"); }", "-O1", &n);
    for (size_t k = 0; k < n; k += 7) {
        char *cut = malloc(k ? k : 1), *bad = malloc(n);
        memcpy(cut, bytes, k);
        memcpy(bad, bytes, n);
        memset(bad + k, 0xff, n - k < 8 ? n - k : 8);
        const char *of_cut = names_forbidden(cut, k, 0, NULL, 0);
        cr_expect(k >= 64 || (of_cut && !*of_cut));
        names_forbidden(bad, n, 0, NULL, 0);
        free(cut);
        free(bad);
    }
    free(bytes);
}
