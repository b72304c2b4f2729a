/* The emulator's report: raw lines to ridge.simt/1, figures, words, tables; what is foreign in them does no
 * harm. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/base/util.h"
#include "curriculum/load/curriculum.h"
#include "runner/simt/host/map.h"
#include "runner/simt/host/simt.h"
#include "tui/cli/simt_text/simt_text.h"

/* ---- flops.c ------------------------------------------------------------------------------------------- */

Test(simt_flops, instructions)
{
    static const struct {
        const char *op, *operands;
        uint32_t f32, f64;
    } t[] = {
        {"vaddss", "%xmm0,%xmm1,%xmm0", 1, 0},
        {"vfmadd231ss", "(%rax),%xmm1,%xmm0", 2, 0},
        {"vfnmadd132sd", "%xmm2,%xmm1,%xmm0", 0, 2},
        {"vmulps", "%xmm0,%xmm1,%xmm0", 4, 0},
        {"vaddpd", "%ymm0,%ymm1,%ymm0", 0, 4},
        {"vfmadd213ps", "%ymm0,%ymm1,%ymm0", 16, 0},
        {"divsd", "%xmm1,%xmm0", 0, 1},
        {"vsqrtss", "%xmm1,%xmm1,%xmm0", 1, 0},
        {"vmaxss", "%xmm0,%xmm1,%xmm0", 0, 0},
        {"vucomiss", "%xmm0,%xmm1", 0, 0},
        {"vcvtsi2ss", "%eax,%xmm0,%xmm0", 0, 0},
        {"vxorps", "%xmm0,%xmm0,%xmm0", 0, 0},
        {"vmovss", "%xmm0,(%rax)", 0, 0},
        {"add", "$0x4,%rax", 0, 0},
        {"vpaddd", "%xmm0,%xmm1,%xmm0", 0, 0},
        {"adds", "", 0, 0},
        {"", "", 0, 0},
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        uint32_t f[FLOPS_KINDS] = {0};
        int is = flops_of(t[k].op, t[k].operands, f);
        cr_assert(f[FLOPS_F32] == t[k].f32 && f[FLOPS_F64] == t[k].f64 && f[FLOPS_F16] == 0, "%s: %u %u",
                  t[k].op, f[FLOPS_F32], f[FLOPS_F64]);
        cr_assert_eq(is, t[k].f32 + t[k].f64 > 0, "%s", t[k].op);
    }
}

Test(simt_flops, names_of_functions)
{
    static const struct {
        const char *demangled, *name;
    } t[] = {
        {"k(float*, int)", "k"},
        {"ns::k<float>(float*)", "ns::k<float>"},
        {"void k<32, (bool)1>(float*, int)", "k<32, (bool)1>"},
        {"main::{lambda(int)#1}::operator()(int) const", "main::{lambda(int)#1}::operator()"},
        {"void f<main::{lambda(auto:1&)#1}>(main::{lambda(auto:1&)#1}) [clone .constprop.0]",
         "f<main::{lambda(auto:1&)#1}>"},
        {"(anonymous namespace)::k(int)", "(anonymous namespace)::k"},
        {"S::operator<<(int)", "S::operator<<"},
        {"S::operator()(int, int) const", "S::operator()"},
        {"main", "main"},
        {"", ""},
        {"((((", ""},
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        char s[256];
        snprintf(s, sizeof s, "%s", t[k].demangled);
        function_name(s);
        cr_assert_str_eq(s, t[k].name, "%s gave %s", t[k].demangled, s);
    }
}

/* ---- occupancy.c --------------------------------------------------------------------------------------- */

Test(simt_occupancy, as_the_calculator_says)
{
    static const struct {
        const char *arch;
        double threads;
        long regs, smem;
        double want;
    } t[] = {
        {"h100", 256, 0, 0, 1},
        {"h100", 1024, 0, 0, 1},
        {"h100", 32, 0, 0, 0.5},    /* 32 blocks of one warp */
        {"h100", 256, 40, 0, 0.75}, /* 6 blocks: 8 warps of 1280 registers */
        {"h100", 256, 255, 0, 0.125},
        {"h100", 256, 0, 100 * 1024, 0.25},
        {"h100", 256, 0, 227 * 1024, 0.125},
        {"h100", 256, 0, 240 * 1024, 0},
        {"rtx4090", 1024, 0, 0, 32.0 / 48},
        {"a100", 128, 64, 0, 0.5},
        {"wave64", 64, 0, 0, 1},
        {"h100", 1025, 0, 0, -1},
        {"h100", 0, 0, 0, -1},
        {"none", 32, 0, 0, -1},
        {NULL, 256, 0, 0, 1},
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        cr_assert_float_eq(simt_occupancy(t[k].arch, t[k].threads, t[k].regs, t[k].smem), t[k].want, 1e-9,
                           "row %zu: %f", k, simt_occupancy(t[k].arch, t[k].threads, t[k].regs, t[k].smem));
}

/* ---- report.c ------------------------------------------------------------------------------------------ */

static char dir[64], program[96];

/* Any ELF image with a map of ours beside it. */
static void setup(void)
{
    char map[128];
    snprintf(dir, sizeof dir, "/tmp/ridge-test-XXXXXX");
    cr_assert(mkdtemp(dir));
    snprintf(program, sizeof program, "%s/prog", dir);
    snprintf(map, sizeof map, "%s.map", program);
    cr_assert_eq(util_copy_file("/proc/self/exe", program, NULL), 0);
    const char text[] = "ridge-simt-map 9\n"
                        "B 100 40 10 0 2 0 0 0 0 0\n"
                        "B 140 20 5 4 0 1 0 0 0 0\n"
                        "L 110 3 a.cu\tk\n"
                        "L 120 4 ./a.cu\tk\n"
                        "L 100 3 a.cu\tk\n"
                        "L 140 4 a.cu\tk\n"
                        "L 150 9 a.cu\tmain\n";
    cr_assert_eq(util_write_file(map, text, sizeof text - 1, NULL), 0);
}

static void teardown(void)
{
    util_remove_tree(dir);
}

static json_t *report(const char *raw)
{
    struct simt_raw r = {.text = raw, .n = strlen(raw), .program = program, .dir = dir};
    struct err e = {""};
    json_t *doc = simt_report(&r, &e);
    cr_assert(doc, "%s", e.text);
    return doc;
}

#define LAUNCH(rest)                                                                                         \
    "{\"t\":\"launch\",\"seq\":1,\"kernel\":\"k\",\"grid\":[4,1,1],\"block\":[8,4,1],\"dyn_smem\":64,"       \
    "\"coop\":false,"                                                                                        \
    "\"pc\":336,\"seconds\":0.1,\"error\":0," rest "}\n"
#define ROWS                                                                                                 \
    "\"access\":[[272,0,1,4,10,320,40,40,4,1280,0,0],[288,1,1,4,10,320,320,40,32,1280,0,0],"                 \
    "[288,0,2,4,10,320,30,10,3,1280,0,0],[288,3,1,4,2,64,2,2,1,256,0,64]],"                                  \
    "\"bb\":[[256,10,320,0],[320,10,160,5]],\"sync\":[[288,0,3,96],[288,4,2,64],[288,7,1,32]],"              \
    "\"shared\":[[\"tile\",0,4224],[\"s\",4224,4]],"                                                         \
    "\"totals\":{\"barriers\":8,\"shuffles\":3,\"votes\":2,\"async_bytes\":512,\"mma\":1,\"wgmma\":0,"       \
    "\"tensor_flop\":4096,"                                                                                  \
    "\"tma_bytes\":0,\"uniq_ld_sectors\":20,\"uniq_st_sectors\":40}"

static double counter(const json_t *doc, size_t launch, const char *name)
{
    const json_t *l = json_array_get(json_object_get(doc, "launches"), launch);
    const json_t *v = json_object_get(json_object_get(l, "counters"), name);
    cr_assert(v, "there is no counter %s", name);
    return json_is_number(v) ? json_number_value(v) : -1;
}

Test(simt_report, counters, .init = setup, .fini = teardown)
{
    static const struct {
        const char *name;
        double want;
    } t[] = {{"g_ld_req", 10},
             {"g_ld_sec", 40},
             {"g_ld_spr", 4},
             {"g_ld_eff", 1},
             {"g_st_req", 10},
             {"g_st_sec", 320},
             {"g_st_spr", 32},
             {"g_st_eff", 0.125},
             {"g_uniq_ld", 640},
             {"g_uniq_st", 1280},
             {"sh_ld_req", 10},
             {"sh_ld_wave", 30},
             {"sh_st_req", 0},
             {"sh_wave", 30},
             {"sh_ideal", 10},
             {"sh_conf", 20},
             {"act_thr", (320.0 * 10 + 160 * 5) / 150},
             {"br_eff", 0.75},
             {"bar", 2},
             {"shfl", 3},
             {"vote", 2},
             {"atom", 2},
             {"atom_ser", 64},
             {"cpa_B", 512},
             {"mma", 1},
             {"flops_f32", 640},
             {"flops_f16", 640},
             {"flops_f64", 160},
             {"flops_tensor", 4096},
             {"flops", 640 + 640 + 160 + 4096},
             {"ai", 5536.0 / (32 * 360)},
             {"occ_th", 0.5},
             {"regs", -1},
             {"smem_static", 4228},
             {"smem_B", 4292},
             {"race", 0}};
    json_t *doc = report(LAUNCH("\"blocks\":4,\"traced\":4,\"errors\":[]," ROWS));
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        cr_assert_float_eq(counter(doc, 0, t[k].name), t[k].want, 1e-9, "%s is %f", t[k].name,
                           counter(doc, 0, t[k].name));
    const json_t *l = json_array_get(json_object_get(doc, "launches"), 0),
                 *lines = json_object_get(l, "lines");
    cr_assert(json_is_null(json_object_get(l, "sampled")));
    cr_assert_eq(json_integer_value(json_object_get(l, "smem")), 4292);
    cr_assert_eq(json_array_size(lines), 2);
    const json_t *four = json_array_get(lines, 1);
    cr_assert_str_eq(util_str(four, "file", ""), "a.cu");
    cr_assert_eq(json_integer_value(json_object_get(four, "line")), 4);
    cr_assert_eq(json_integer_value(json_object_get(four, "g_st_sec")), 320);
    cr_assert_null(json_object_get(four, "g_ld_req"), "a line has only what is not 0");
    json_decref(doc);
}

/* One that was stopped: what its blocks did is all that there is. */
Test(simt_report, the_counts_of_some_blocks_are_no_estimate, .init = setup, .fini = teardown)
{
    json_t *doc = report(LAUNCH("\"blocks\":4,\"traced\":2,\"errors\":[]," ROWS));
    cr_assert_float_eq(counter(doc, 0, "g_ld_req"), 10, 0);
    cr_assert_float_eq(counter(doc, 0, "g_ld_spr"), 4, 0);
    cr_assert_float_eq(counter(doc, 0, "flops_f32"), 640, 0);
    cr_assert_float_eq(counter(doc, 0, "bar"), 2, 0);
    const json_t *s = json_object_get(json_array_get(json_object_get(doc, "launches"), 0), "sampled");
    cr_assert_eq(json_integer_value(json_object_get(s, "traced")), 2);
    cr_assert_eq(json_integer_value(json_object_get(s, "of")), 4);
    json_decref(doc);
}

Test(simt_report, nothing_counted_gives_nulls, .init = setup, .fini = teardown)
{
    static const char *const ratio[] = {"g_ld_spr", "g_ld_eff", "g_st_spr", "g_st_eff",
                                        "act_thr",  "br_eff",   "ai"};
    json_t *doc =
        report(LAUNCH("\"blocks\":4,\"traced\":4,\"access\":[],\"bb\":[],\"sync\":[],\"errors\":[]"));
    const json_t *c = json_object_get(json_array_get(json_object_get(doc, "launches"), 0), "counters");
    for (size_t k = 0; k < sizeof ratio / sizeof ratio[0]; k++)
        cr_assert(json_is_null(json_object_get(c, ratio[k])), "%s", ratio[k]);
    json_decref(doc);
}

#define ERROR(kind, thread, count)                                                                           \
    "{\"kind\":\"" kind "\",\"pc\":288,\"other_pc\":272,\"block\":3,\"thread\":" thread                      \
    ",\"other_block\":3,"                                                                                    \
    "\"other_thread\":9,\"address\":\"0x1000\",\"size\":4,\"count\":" count ",\"text\":\"what happened\"}"

Test(simt_report, errors, .init = setup, .fini = teardown)
{
    json_t *doc = report(LAUNCH("\"blocks\":4,\"traced\":4,\"errors\":[" ERROR("race", "13", "2") "," ERROR(
        "race", "13",
        "3") "," ERROR("out-of-bounds", "-1",
                       "1") "]") "{\"t\":\"errors\",\"errors\":[{\"kind\":\"device-pointer\",\"pc\":336,"
                                 "\"count\":1,\"block\":-1,"
                                 "\"thread\":-1,\"other_block\":-1,\"other_thread\":-1,\"text\":\"t\"}]}\n"
                                 "{\"t\":\"end\",\"errors\":[{\"kind\":\"leak\",\"pc\":336,\"block\":-1,"
                                 "\"thread\":-1,\"count\":1}]}\n");
    const json_t *l = json_array_get(json_object_get(doc, "launches"), 0), *e = json_object_get(l, "errors");
    cr_assert_eq(json_array_size(e), 2, "one place, one error");
    const json_t *race = json_array_get(e, 0);
    cr_assert_eq(json_integer_value(json_object_get(race, "count")), 5);
    cr_assert_eq(json_integer_value(json_object_get(race, "line")), 4);
    cr_assert_eq(json_integer_value(json_array_get(json_object_get(race, "thread"), 0)), 5);
    cr_assert_eq(json_integer_value(json_array_get(json_object_get(race, "thread"), 1)), 1);
    cr_assert_eq(json_integer_value(json_array_get(json_object_get(race, "block"), 0)), 3);
    cr_assert_eq(json_integer_value(json_object_get(json_object_get(race, "other"), "line")), 3);
    cr_assert(json_is_null(json_object_get(json_array_get(e, 1), "thread")));
    cr_assert_float_eq(counter(doc, 0, "race"), 5, 0);
    cr_assert_float_eq(counter(doc, 0, "oob"), 1, 0);
    cr_assert_eq(json_array_size(json_object_get(doc, "errors")), 2);
    cr_assert_eq(simt_report_errors(doc), 3, "a leak is a warning");
    json_decref(doc);
}

Test(simt_report, foreign_lines_do_no_harm, .init = setup, .fini = teardown)
{
    static const char *const bad[] = {
        "\n",
        "garbage\n",
        "{\n",
        "[]\n",
        "null\n",
        "{\"t\":7}\n",
        "{\"t\":\"launch\"",
        "{\"t\":\"launch\"}\n",
        "{\"t\":\"launch\",\"grid\":7,\"block\":\"x\",\"blocks\":-5,\"traced\":\"many\"}\n",
        "{\"t\":\"launch\",\"kernel\":\"\\u001b[31m\\u202e\",\"access\":[[],[1],7,null,[1e99,-3,99,{}],[-1,0,"
        "1,4,-10,-10,-10]]}\n",
        "{\"t\":\"launch\",\"grid\":[9223372036854775807,1,1],\"block\":[0,0,0],\"errors\":[{\"block\":5,"
        "\"thread\":5},7]}\n",
        "{\"t\":\"launch\",\"access\":[[272,0,1,4,9223372036854775807,9223372036854775807,1,1,1,1,1,1]],"
        "\"traced\":1,"
        "\"blocks\":9223372036854775807}\n",
        "{\"t\":\"errors\",\"errors\":{\"a\":1}}\n",
        "{\"t\":\"end\",\"errors\":[{\"kind\":7,\"text\":[],\"pc\":-4}]}\n",
        "\xff\xfe{\"t\":\"launch\"}\n",
        "{\"t\":\"launch\",\"shared\":[[1,2,-3],[\"a\",0,99999999999]],\"dyn_smem\":-1}\n",
    };
    struct curriculum *cur = curriculum_open(RIDGE_SOURCE_ROOT, NULL);
    cr_assert(cur);
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        json_t *doc = report(bad[k]);
        char *out = NULL;
        size_t n = 0;
        struct simt_style s = {.to = open_memstream(&out, &n), .width = 80, .cur = cur, .arch = "h100", .warp = 32};
        cr_assert_str_eq(util_str(doc, "schema", ""), "ridge.simt/1");
        simt_print_kernels(&s, doc);
        simt_print_errors(&s, doc);
        simt_print_source(&s, doc);
        fclose(s.to);
        cr_assert(!memchr(out, '\033', n), "row %zu", k);
        cr_assert_null(strstr(out, "could not be said"), "row %zu: %s", k, out);
        free(out);
        json_decref(doc);
    }
    curriculum_close(cur);
    json_t *doc = report("garbage\n" LAUNCH("\"blocks\":4,\"traced\":4"));
    cr_assert_eq(json_array_size(json_object_get(doc, "launches")), 1);
    cr_assert_eq(json_array_size(json_object_get(doc, "notes")), 1, "what could not be read is said");
    json_decref(doc);
}

Test(simt_report, program_that_is_none, .init = setup, .fini = teardown)
{
    struct simt_raw r = {.text = LAUNCH("\"blocks\":4,\"traced\":4,\"errors\":[]," ROWS),
                         .program = "/nonexistent",
                         .dir = dir,
                         .exit_code = 3,
                         .signal = SIGSEGV};
    r.n = strlen(r.text);
    json_t *doc = simt_report(&r, NULL);
    cr_assert_float_eq(counter(doc, 0, "g_ld_req"), 10, 0);
    cr_assert_float_eq(counter(doc, 0, "flops_f32"), 0, 0);
    cr_assert_str_eq(util_str(doc, "signal", ""), "SIGSEGV");
    cr_assert_eq(json_integer_value(json_object_get(doc, "exit_code")), 3);
    cr_assert_eq(json_array_size(json_object_get(doc, "notes")), 1);
    json_decref(doc);
}

/* Lines wait for the places of their pcs, more of them than are kept at once, and none is lost or overtaken. */
Test(simt_report, a_long_log_keeps_its_order, .init = setup, .fini = teardown)
{
    enum { LAUNCHES = 6000 };
    struct text raw = {.cap = 8 << 20};
    for (int k = 0; k < LAUNCHES; k++) /* the first third has known places; then each launch has a new one */
        text_addf(&raw,
                  "{\"t\":\"launch\",\"kernel\":\"k%d\",\"grid\":[1,1,1],\"block\":[32,1,1],\"blocks\":1,"
                  "\"traced\":1,\"access\":[[%d,0,1,4,%d,32,4,4,4,128,0,0]],\"bb\":[],\"sync\":[],\"shared\":[],"
                  "\"totals\":{},\"errors\":[],\"pad\":\"%0512d\"}\n",
                  k, k < LAUNCHES / 3 ? 272 : 4096 + k, k + 1, 0);
    cr_assert_eq(raw.dropped, 0);
    cr_assert_gt(raw.len, (size_t)3 << 20);
    json_t *doc = report(text_str(&raw));
    const json_t *list = json_object_get(doc, "launches"), *l;
    size_t k;
    cr_assert_eq(json_array_size(list), LAUNCHES);
    json_array_foreach(list, k, l) {
        char name[16];
        snprintf(name, sizeof name, "k%zu", k);
        cr_assert_str_eq(util_str(l, "kernel", ""), name);
        cr_assert_float_eq(counter(doc, k, "g_ld_req"), (double)k + 1, 0);
    }
    cr_assert_null(json_object_get(doc, "notes"));
    text_finish(&raw);
    json_decref(doc);
}

/* ---- text.c -------------------------------------------------------------------------------------------- */

static char *shown(const json_t *doc, int width, int utf8)
{
    char *out = NULL;
    struct err error = { "" };
    size_t n = 0;
    struct curriculum *cur = curriculum_open(RIDGE_SOURCE_ROOT, &error);
    cr_assert(cur, "%s", error.text);
    struct simt_style s = {.to = open_memstream(&out, &n),
                           .width = width,
                           .utf8 = utf8,
                           .cwd = dir,
                           .cur = cur,
                           .arch = "h100",
                           .warp = 32};
    simt_print_kernels(&s, doc);
    simt_print_errors(&s, doc);
    simt_print_source(&s, doc);
    simt_print_notes(&s, doc);
    fclose(s.to);
    curriculum_close(cur);
    return out;
}

static size_t widest(const char *text)
{
    size_t most = 0, at = 0;
    for (; *text; text++) {
        at = *text == '\n' ? 0 : at + (((unsigned char)*text & 0xc0) != 0x80);
        most = at > most ? at : most;
    }
    return most;
}

Test(simt_text, says_what_it_costs, .init = setup, .fini = teardown)
{
    char path[128];
    snprintf(path, sizeof path, "%s/a.cu", dir);
    const char source[] = "// first\n__global__ void k()\n{ float x = a[i];\n\tb[j] = x * \xc3\xa9;\n}\n";
    cr_assert_eq(util_write_file(path, source, sizeof source - 1, NULL), 0);
    json_t *doc =
        report(LAUNCH("\"blocks\":4,\"traced\":4,\"errors\":[" ERROR("race", "13", "2") "]," ROWS)
                   LAUNCH("\"blocks\":4,\"traced\":4,\"errors\":[" ERROR("race", "13", "2") "]," ROWS));
    static const char *const want[] = {
        "What bounds it: bandwidth",
        "Global stores use 12.5 % of the bytes they move: 32 sectors of 32 bytes a request (a.cu:4)",
        "launched 2 times",
        "g_st_spr",
        "ERROR: race in k at a.cu:4",
        "thread (5,1,0) of block (3,0,0)",
        "0x1000",
        "What happened",
        "the other: a.cu:3",
        "__syncthreads",
        "3-fold bank conflicts (a.cu:4)",
        "^~~~",
        "4 blocks for the 132 SMs of an H100: 97 % of the GPU has nothing to do",
        "of an SM's warps, at most",
        "registers a thread              unknown: --regs",
        "FLOP for each byte that its requests move; the ridge of an H100 is at",
        "On an H100 the kernel takes at least"};
    char *wide = shown(doc, 1000, 1);
    for (size_t k = 0; k < sizeof want / sizeof want[0]; k++)
        cr_assert(strstr(wide, want[k]), "\"%s\" is missing in:\n%s", want[k], wide);
    cr_assert_null(strstr(strstr(wide, "ERROR:") + 1, "ERROR:"), "the same mistake is told once");
    free(wide);
    for (int width = 20; width <= 80; width += 20) {
        char *narrow = shown(doc, width, 0);
        cr_assert_leq(widest(narrow), (size_t)width, "%d columns:\n%s", width, narrow);
        for (const char *c = narrow; *c; c++)
            cr_assert((unsigned char)*c < 0x80, "not ASCII:\n%s", narrow);
        free(narrow);
    }
    json_decref(doc);
}

Test(simt_text, registers_when_asked, .init = setup, .fini = teardown)
{
    struct simt_raw r = { .text = LAUNCH("\"blocks\":4,\"traced\":4,\"errors\":[]," ROWS),
                          .program = program,
                          .dir = dir };
    r.n = strlen(r.text);
    json_t *regs = json_pack("{s:i}", "k", 200);
    r.regs = regs;
    json_t *doc = simt_report(&r, NULL);
    char *wide = shown(doc, 100, 1);
    cr_assert_float_eq(counter(doc, 0, "regs"), 200, 0);
    cr_assert(strstr(wide, "registers a thread                          200"), "%s", wide);
    cr_assert_null(strstr(wide, "unknown"), "%s", wide);
    free(wide);
    json_decref(doc);
    json_decref(regs);
}

Test(simt_text, environment)
{
    struct simt_env v = {.out = 5, .arch = "a100", .seed = 3, .workers = 2, .timeout = 1.5, .notrace = 1};
    char **env = simt_env(&v);
    static const char *const want[] = {"SIMT_ARCH=a100", "SIMT_OUT=5",         "SIMT_SEED=3",
                                       "SIMT_WORKERS=2", "SIMT_TIMEOUT=1.500", "SIMT_NOTRACE=1"};
    for (size_t k = 0; k < 6; k++)
        cr_assert_str_eq(env[k], want[k]);
    cr_assert_null(env[6]);
    simt_env_free(env);
}
