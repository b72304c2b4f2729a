/* What a GPU's time is held against, and what Nsight Compute's tables are taken for. No GPU is needed. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner/clock/gpu_clock.h"
#include "runner/clock/ncu_csv.h"

/* ---- clocks ------------------------------------------------------------------------------------------------ */

Test(gpu_clock, idle_and_set_clocks_are_no_throttle)
{
    cr_assert_not(gpu_throttled(0));
    cr_assert_not(gpu_throttled(0x1 | 0x2 | 0x100));
    for (int bit = 2; bit < 8; bit++)
        cr_assert(gpu_throttled(1u << bit | 0x1), "bit %d", bit);
}

Test(gpu_clock, clocks_are_alike_within_three_per_cent)
{
    struct gpu_state a = { 1980, 0 }, near = { 1935, 0 }, far = { 990, 0 }, unread = { 0, 0 };
    cr_assert_eq(gpu_clock_ratio(&a, &near), 1);
    cr_assert_eq(gpu_clock_ratio(&a, &far), 2);
    cr_assert_eq(gpu_clock_ratio(&far, &a), .5);
    cr_assert_eq(gpu_clock_ratio(&a, &unread), 1, "a clock that was not read is not compared");
}

Test(gpu_clock, nothing_moves_bytes_faster_than_memory)
{
    /* 512 MiB, 50 MiB of them perhaps still in the L2, on a GPU that copies 3 TB/s */
    double least = gpu_floor_s(512 * 0x1p20, 50 * 0x1p20, 3e12);
    cr_assert_float_eq(least, 462 * 0x1p20 / 3.45e12, 1e-12);
    cr_assert_eq(gpu_floor_s(40 * 0x1p20, 50 * 0x1p20, 3e12), 0, "what the L2 holds has no floor");
    cr_assert_eq(gpu_floor_s(512 * 0x1p20, 50 * 0x1p20, 0), 0);
    cr_assert_eq(gpu_floor_s(512 * 0x1p20, 50 * 0x1p20, NAN), 0);
}

Test(gpu_clock, events_fit_the_host)
{
    cr_assert_eq(gpu_event_fits(200e-6, 270e-6, 300e-6, 0.05), GPU_FITS);
    cr_assert_eq(gpu_event_fits(200e-6, 270e-6, 900e-6, 0.05), GPU_LATE);
    cr_assert_eq(gpu_event_fits(200e-6, 270e-6, 250e-6, 0.05), GPU_IMPOSSIBLE, "longer than the host's time around it");
    cr_assert_eq(gpu_event_fits(280e-6, 270e-6, 300e-6, 0.05), GPU_IMPOSSIBLE, "a part longer than the whole");
    cr_assert_eq(gpu_event_fits(200e-6, 270e-6, 300e-6, 100e-6), GPU_IMPOSSIBLE, "longer than our own wall");
    cr_assert_eq(gpu_event_fits(0, 270e-6, 300e-6, 0.05), GPU_IMPOSSIBLE);
    cr_assert_eq(gpu_event_fits(NAN, 270e-6, 300e-6, 0.05), GPU_IMPOSSIBLE);
    cr_assert_eq(gpu_event_fits(200e-6, NAN, 300e-6, 0.05), GPU_IMPOSSIBLE);
    cr_assert_eq(gpu_event_fits(200e-6, 270e-6, NAN, 0.05), GPU_IMPOSSIBLE);
}

Test(gpu_clock, no_such_gpu_is_a_sentence)
{
    struct err why = { "" };
    struct gpu_clock *c = gpu_clock_open("no such address", &why);
    cr_assert_null(c);
    cr_assert(strstr(why.text, "the SM clock was not read"), "%s", why.text);
    cr_assert_eq(gpu_clock_read(NULL).sm_MHz, 0);
    gpu_clock_close(NULL);
}

/* ---- ncu: tables that it wrote for a naive transpose of 1024 x 1024 floats on an H100, with fewer columns and rows */

static char *captured(const char *name)
{
    struct err e = { "" };
    char *path = util_path("%s/tests/data/%s", RIDGE_SOURCE_ROOT, name), *text = util_read_file(path, 1 << 20, &e);
    cr_assert_not_null(text, "%s", e.text);
    free(path);
    return text;
}

static double value(const json_t *o, const char *name)
{
    const json_t *v = json_object_get(o, name);
    cr_assert(json_is_number(v), "no %s", name);
    return json_number_value(v);
}

Test(ncu, counters_of_a_captured_table)
{
    struct err e = { "" };
    char *text = captured("ncu-raw.csv");
    json_t *m = ncu_raw(text, &e), *c = ncu_counters(m);
    cr_assert_not_null(m, "%s", e.text);
    cr_assert_eq(value(c, "g_ld_req"), 32768);
    cr_assert_eq(value(c, "g_ld_spr"), 4);
    cr_assert_eq(value(c, "g_st_spr"), 32);
    cr_assert_eq(value(c, "g_ld_eff"), 1);
    cr_assert_eq(value(c, "g_st_eff"), .125);
    cr_assert_eq(value(c, "dram_ld_B"), 4198912);
    cr_assert_eq(value(c, "regs"), 20);
    cr_assert_eq(value(c, "cycles"), 40039);
    cr_assert_float_eq(value(c, "time_us"), 20.128, 1e-9);
    cr_assert_float_eq(value(c, "occ_ach"), .7774, 1e-9);
    cr_assert_eq(value(c, "sh_conf"), 0);
    json_decref(c);
    json_decref(m);
    free(text);
}

Test(ncu, stalls_are_shares_of_all)
{
    struct err e = { "" };
    char *text = captured("ncu-raw.csv");
    json_t *m = ncu_raw(text, &e), *c = ncu_counters(m), *v;
    const char *name;
    double sum = 0;
    json_object_foreach(c, name, v)
        if (!strncmp(name, "stall_", 6))
            sum += json_number_value(v);
    cr_assert_float_eq(sum, 100, 1e-6);
    cr_assert_float_eq(value(c, "stall_long_scoreboard"), 100 * 212.77 / 349.25, .01);
    json_decref(c);
    json_decref(m);
    free(text);
}

Test(ncu, every_metric_of_the_table_is_asked_for)
{
    struct err e = { "" };
    char *text = captured("ncu-raw.csv"), *asked = ncu_metrics();
    json_t *m = ncu_raw(text, &e);
    for (char *save = NULL, *one = strtok_r(asked, ",", &save); one; one = strtok_r(NULL, ",", &save))
        cr_assert(json_is_number(json_object_get(m, one)), "%s is asked for, and ncu did not answer", one);
    json_decref(m);
    free(asked);
    free(text);
}

Test(ncu, lines_of_a_captured_table)
{
    struct err e = { "" };
    char *text = captured("ncu-source.csv");
    json_t *rows = ncu_lines(text, &e), *r = json_array_get(rows, 3);
    cr_assert_not_null(rows, "%s", e.text);
    cr_assert_eq(json_array_size(rows), 5);
    cr_assert_str_eq(json_string_value(json_object_get(r, "file")), "transpose.cu");
    cr_assert_eq(value(r, "line"), 7);
    cr_assert_eq(value(r, "samples"), 1352);
    cr_assert_eq(value(r, "inst"), 409600);
    cr_assert_eq(value(r, "g_sec"), 1179648);
    cr_assert_eq(value(r, "g_sec_extra"), 917504);
    cr_assert_str_eq(json_string_value(json_object_get(r, "stall")), "long_sb");
    cr_assert_float_eq(value(r, "stall_share"), 1254.0 / 1352, 1e-9);
    json_decref(rows);
    free(text);
}

#define HEAD                                                                                                           \
    "\"File Path\",\"/a/k.cu\"\n\"Line No\",\"Source\",\"Address\",\"Source\",\"# Samples\",\"Instructions Executed\"\n"

/* ncu writes a line's text as it is: quotes and commas in it must not move the columns. */
Test(ncu, source_text_does_not_move_the_columns)
{
    struct err e = { "" };
    json_t *rows = ncu_lines(HEAD "\"9\",\"f(\"a\",\"b\",\"-\");\",\"-\",\"-\",\"5\",\"640\"\n", &e),
           *r = json_array_get(rows, 0);
    cr_assert_eq(json_array_size(rows), 1);
    cr_assert_eq(value(r, "line"), 9);
    cr_assert_eq(value(r, "samples"), 5);
    cr_assert_eq(value(r, "inst"), 640);
    json_decref(rows);
}

Test(ncu, rows_that_are_none_are_left_out)
{
    static const char *const row[] = { "\"9\",\"x\",\"-\",\"-\",\"5\"",
                                       "\"9\",\"x\",\"-\",\"-\",\"5\",\"640",
                                       "9,x,-,-,5,640",
                                       "\"-1\",\"x\",\"-\",\"-\",\"5\",\"640\"",
                                       "\"1e9\",\"x\",\"-\",\"-\",\"5\",\"640\"",
                                       "\"\",\"\",\"0x10\",\"LDG\",\"5\",\"640\"",
                                       "\"9\",\"x\",\"-\",\"-\",\"nan\",\"inf\"",
                                       "\"9\",\"x\",\"-\",\"-\",\"0x5\",\"1e999\"",
                                       "\"",
                                       "" };
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        struct err e = { "" };
        char *text = util_path(HEAD "%s\n", row[k]);
        json_t *rows = ncu_lines(text, &e);
        cr_assert_not_null(rows);
        cr_assert_eq(json_array_size(rows), 0, "row %zu: %s", k, row[k]);
        json_decref(rows);
        free(text);
    }
}

Test(ncu, tables_without_the_shape_are_errors)
{
    static const char *const text[] = {
        "", "==ERROR== nothing\n", "\"ID\",\"Kernel\"\n\"\",\"\"\n\"0\",\"k\"\n", "\"ID\",\"Kernel Name\"\n\"\",\"\"\n",
        "\"ID\",\"Kernel Name\",\"a__b.sum\"\n\"\",\"\",\"\"\n\"0\",\"k\"\n",
        "\"ID\",\"Kernel Name\",\"a__b.sum\"\n\"\",\"\"\n\"0\",\"k\",\"1\"\n",
    };
    for (size_t k = 0; k < sizeof text / sizeof text[0]; k++) {
        struct err e = { "" };
        cr_assert_null(ncu_raw(text[k], &e), "text %zu", k);
        cr_assert_neq(*e.text, 0);
        cr_assert_null(ncu_lines(text[k], &e), "text %zu", k);
    }
}

Test(ncu, numbers_have_thousands_and_nothing_else)
{
    struct err e = { "" };
    json_t *m = ncu_raw(
        "==PROF== x\n\"ID\",\"Kernel Name\",\"a__b\",\"c__d\",\"e__f\",\"g__h\"\n\"\",\"\",\"\",\"\",\"\",\"\"\n"
        "\"0\",\"k\",\"1,048,576\",\"n/a\",\"0x10\",\"\"\n",
        &e);
    cr_assert_eq(value(m, "a__b"), 1048576);
    cr_assert_eq(json_object_size(m), 1);
    json_decref(m);
}

Test(ncu, a_ratio_without_requests_is_left_out)
{
    json_t *m = json_pack("{s:f s:f}", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 0.0,
                          "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 0.0), *c = ncu_counters(m);
    cr_assert_null(json_object_get(c, "g_ld_spr"));
    cr_assert_null(json_object_get(c, "stall_wait"));
    cr_assert_eq(value(c, "g_ld_sec"), 0);
    json_decref(c);
    json_decref(m);
}

Test(ncu, a_refusal_is_explained)
{
    char why[512] = "";
    cr_assert(ncu_refusal("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n", why, sizeof why));
    cr_assert(strstr(why, "NVreg_RestrictProfilingToAdminUsers=0"), "%s", why);
    cr_assert(strstr(why, "reboot"), "%s", why);
    cr_assert(ncu_refusal("==PROF== a\n==ERROR== Failed to start\nmore\n", why, sizeof why));
    cr_assert_str_eq(why, "ncu: Failed to start");
    cr_assert_not(ncu_refusal("==PROF== all is well\n", why, sizeof why));
}
