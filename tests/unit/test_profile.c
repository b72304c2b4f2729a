/* test_profile.c: instructions cut into functions so that equal code is equal text. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "profile.h"

#include <criterion/criterion.h>
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
