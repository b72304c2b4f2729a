/* test_profile.c: instructions cut into functions so that equal code is equal text; cachegrind's file, which is
 * foreign input; what is said of a machine without counters. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "runner/exec/profile.h"
#include "runner/base/js.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "\t.file\t\"a.c\"\n\t.text\n\t.p2align 4\n\t.globl\tf\n\t.type\tf, @function\n"

static const char *full(const json_t *split, const char *name)
{
    const char *s = json_string_value(json_array_get(json_object_get(split, name), 0));
    return s ? s : "";
}

/* Whether f of both is the same, and what there is of it besides. */
static int same(json_t *(*split)(const char *), const char *a, const char *b)
{
    json_t *x = split(a), *y = split(b);
    cr_expect(*full(x, "f"), "f is not found in %s", a);
    int equal = !strcmp(full(x, "f"), full(y, "f"));
    json_decref(x);
    json_decref(y);
    return equal;
}

Test(profile, labels_and_constants)
{
    const char *base = HEAD "f:\n.LFB0:\n\tvmovss\t.LC0(%rip), %xmm0\n.L2:\n\tdecl\t%edi\n\tjne\t.L2\n\tret\n.LFE0:\n"
                       "\t.size\tf, .-f\n\t.section\t.rodata\n.LC0:\n\t.long\t1065353216\n";
    const char *renumbered = HEAD "f:\n.LFB7:\n\tvmovss\t.LC9(%rip), %xmm0\n.L41:\n\tdecl\t%edi # back\n\tjne\t.L41\n"
                             "\tret\n.LFE7:\n\t.size\tf, .-f\n\t.section\t.rodata\n.LC9:\n\t.long\t1065353216\n";
    const char *constant = HEAD "f:\n\tvmovss\t.LC0(%rip), %xmm0\n.L2:\n\tdecl\t%edi\n\tjne\t.L2\n\tret\n"
                           "\t.section\t.rodata\n.LC0:\n\t.long\t1073741824\n";
    const char *alias = HEAD "f:\n\tvmovss\t.LC0(%rip), %xmm0\n.L2:\n\tdecl\t%edi\n\tjne\t.L2\n\tret\n"
                        "\t.section\t.rodata\n\t.set\t.LC0,.LC4\n.LC4:\n\t.long\t1065353216\n";
    const char *elsewhere = HEAD "f:\n.L9:\n\tvmovss\t.LC0(%rip), %xmm0\n.L2:\n\tdecl\t%edi\n\tjne\t.L9\n\tret\n"
                            "\t.section\t.rodata\n.LC0:\n\t.long\t1065353216\n";
    cr_expect(same(profile_asm_split, base, renumbered), "numbers of labels make no difference");
    cr_expect_not(same(profile_asm_split, base, constant), "the value of a constant does");
    cr_expect(same(profile_asm_split, base, alias), "a constant by another name is that constant");
    cr_expect_not(same(profile_asm_split, base, elsewhere), "a jump to another place does");
}

Test(profile, functions_and_objects)
{
    json_t *s = profile_asm_split(HEAD "f:\n\tcall\tg.constprop.0\n\tret\ng.constprop.0:\n\tret\n"
                                       "\t.type\ttable, @object\ntable:\n\t.long\t1\n\t.long\t2\n"
                                       "\t.string\t\"a # b\"\n.LC1:\n\t.long\t3\n");
    cr_expect_eq(json_object_size(s), 3);
    cr_expect_str_eq(full(s, "f"), "call\tg.constprop.0\nret\n");
    cr_expect_str_eq(full(s, "g.constprop.0"), "ret\n");
    cr_expect_str_eq(full(s, "table"), ".long\t1\n.long\t2\n.string\t\"a # b\"\n");
    json_decref(s);
    s = profile_asm_split("");
    cr_expect_eq(json_object_size(s), 0);
    json_decref(s);
    s = profile_asm_split(":\n.L\n.L:\n\t.set\n\t.set .L1\n$L\n\tjmp .L");
    cr_expect_eq(json_object_size(s), 0, "what no compiler writes is left alone");
    json_decref(s);
}

Test(profile, ptx)
{
    const char *base = ".version 8.0\n.visible .entry f(\n.param .u64 p\n)\n{\n.reg .f32 %f<3>;\n.loc 1 2 3\n"
                       "$L__BB0_2:\nadd.f32 %f1, %f2, %f3; // sum\nbra $L__BB0_2;\n}\n"
                       ".func (.param .b32 r) g(\n)\n{\nret;\n}\n";
    const char *moved = ".visible .entry f(\n.param .u64 p\n)\n{\n.reg .f32 %f<3>;\n.loc 9 9 9\n$L__BB7_1:\n"
                        "add.f32 %f1, %f2, %f3;\nbra $L__BB7_1;\n}\n";
    const char *other = ".visible .entry f(\n.param .u64 p\n)\n{\n.reg .f32 %f<3>;\n$L__BB7_1:\n"
                        "add.f32 %f9, %f2, %f3;\nbra $L__BB7_1;\n}\n";
    cr_expect(same(profile_ptx_split, base, moved));
    cr_expect_not(same(profile_ptx_split, base, other));
    json_t *a = profile_ptx_split(base), *b = profile_ptx_split(other);
    const char *x = json_string_value(json_array_get(json_object_get(a, "f"), 1));
    cr_expect_str_eq(x, json_string_value(json_array_get(json_object_get(b, "f"), 1)), "one register is like another");
    cr_expect(strstr(x, "add.f32 %f, %f, %f;"), "%s", x);
    cr_expect(*full(a, "g"), "a device function with a result");
    json_decref(a);
    json_decref(b);
}

#define EVENTS "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw \n"
#define SUMMARY "summary: 100 1 1 50 2 1 20 1 1\n"

static json_t *parse(const char *text, struct err *e)
{
    json_t *files = json_pack("{s:s s:s}", "a.c", "", "b.c", ""), *d;
    d = profile_cachegrind_parse(text, files, e);
    json_decref(files);
    return d;
}

Test(profile, cachegrind_file)
{
    struct err e = { "" };
    json_t *d = parse("desc: I1 cache: 32768 B\ncmd: ./x /tmp/fl=a.c\n" EVENTS "fl=/usr/src/libc.c\nfn=exit\n7 10 1 1\n"
                      "fl=/run/src/a.c\nfn=f\n7 10 1 1 5 2 1\n8 1 . . 3\n0 9\nfn=g\n7 2 0 0 1\n" SUMMARY, &e);
    cr_assert(d, "%s", e.text);
    const json_t *lines = json_object_get(d, "lines");
    const json_t *seven = json_array_get(lines, 0), *eight = json_array_get(lines, 1);
    cr_expect_eq(json_array_size(lines), 2, "lines of other files, and line 0, are nobody's");
    cr_expect_eq(js_number_or(seven, "Ir", -1), 12, "two functions on a line are added");
    cr_expect_eq(js_number_or(seven, "Dr", -1), 6);
    cr_expect_eq(js_number_or(seven, "D1mr", -1), 2);
    cr_expect_eq(js_number_or(seven, "Dw", -1), 0, "what is left off is 0");
    cr_expect_eq(js_number_or(eight, "line", -1), 8);
    cr_expect_eq(js_number_or(eight, "Dr", -1), 3);
    cr_expect_eq(js_number_or(json_object_get(d, "events"), "DLmw", -1), 1);
    cr_expect_eq(js_number_or(json_object_get(d, "events"), "Ir", -1), 100);
    json_decref(d);
}

Test(profile, cachegrind_file_is_foreign)
{
    static const char *const bad[] = {
        "", "\n", SUMMARY, EVENTS, EVENTS EVENTS SUMMARY, EVENTS "fl=a.c\nfn=f\n7 1\n" /* no summary */,
        EVENTS SUMMARY "fl=a.c\n" /* more after it */, EVENTS "7 1\n" SUMMARY /* no function */,
        EVENTS "fl=a.c\n7 1\n" SUMMARY, EVENTS "fl=a.c\nfn=f\n7 1 1 1 1 1 1 1 1 1 1\n" SUMMARY /* ten counts */,
        EVENTS "fl=a.c\nfn=f\n7 -1\n" SUMMARY, EVENTS "fl=a.c\nfn=f\n7 1e9\n" SUMMARY,
        EVENTS "fl=a.c\nfn=f\n7 nan\n" SUMMARY,
        EVENTS "fl=a.c\nfn=f\n7 1234567890123456\n" SUMMARY, EVENTS "fl=a.c\nfn=f\nhello\n" SUMMARY,
        EVENTS "summary: 1 2 x\n", "events: Ir\nsummary: 1\n",
        "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc\n" SUMMARY,
        "fl=a.c\n" EVENTS SUMMARY, EVENTS "cmd: late\n" SUMMARY,
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        struct err e = { "" };
        json_t *d = parse(bad[k], &e);
        cr_expect(!d && strstr(e.text, "cachegrind"), "row %zu: \"%s\" gave \"%s\"", k, bad[k], e.text);
        json_decref(d);
    }
}

Test(profile, no_counters_why)
{
    static const struct {
        int error, paranoid;
        const char *says, *mends;
    } rows[] = {
        { ENOENT, 2, "no PMU", "pmu=on" },        { EOPNOTSUPP, 2, "no PMU", "pmu=on" },
        { EACCES, 3, "is 3", "sysctl kernel.perf_event_paranoid=2" },
        { EPERM, 2, "containers", "--cap-add=PERFMON" }, { ENOSYS, 2, "CONFIG_PERF_EVENTS", "Another kernel" },
        { EMFILE, 2, "Too many open files", "perf stat" },
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char why[256];
        profile_perf_why(rows[k].error, rows[k].paranoid, why, sizeof why);
        cr_expect(strstr(why, rows[k].says) && strstr(why, rows[k].mends), "row %zu: %s", k, why);
        cr_expect(strlen(why) < sizeof why - 1, "row %zu is cut: %s", k, why);
    }
}
