/*
 * test_reading.c: what bounds a call, read from reports made by hand: each row holds what was counted or
 * timed, the bound that has to come out, and words of the evidence, of the advice or of what is missing.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "runner/base/util.h"
#include "grader/grader.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct curriculum *cur;

static void open_tree(void)
{
    struct err error = { "" };
    cur = curriculum_open(RIDGE_SOURCE_ROOT, &error);
    cr_assert(cur, "%s", error.text);
}

static void close_tree(void)
{
    curriculum_close(cur);
}

TestSuite(reading, .init = open_tree, .fini = close_tree, .timeout = 120);

#define CALM                                                                                                \
    "\"g_ld_req\":32768,\"g_st_req\":32768,\"g_ld_eff\":1,\"g_st_eff\":1,\"g_ld_spr\":4,\"g_st_spr\":4,"     \
    "\"act_thr\":32,\"sh_wave\":0,\"sh_ideal\":0,\"flops_tensor\":0"
#define STREAM "\"c_loads\":1000000,\"c_stores\":0,\"c_bytes\":4000000"
#define ROOF                                                                                                \
    "{\"flops\":[{\"type\":\"f32\",\"threads\":1,\"median\":1e11},{\"type\":\"f64\",\"threads\":1,"          \
    "\"median\":9e11},{\"type\":\"f32\",\"threads\":2,\"median\":9e11}],"                                    \
    "\"bandwidth\":[{\"level\":\"DRAM\",\"threads\":1,\"median\":1e10},{\"level\":\"L1\",\"threads\":1,"     \
    "\"median\":9e11}]}"

struct row {
    const char *what, *backend, *source, *counters, *measurement, *calibration;
    const char *bound, *evidence, *other; /* other: in next or missing */
};

static const struct row rows[] = {
    { "ranks that wait for each other", "ranks", "ranks", "\"vtime_ns\":2000,\"exposed_comm_ns\":1500", NULL, NULL,
      "communication", "75 % of 2 µs of virtual time a rank waits for others (ranks)", "on a stream beside" },
    { "ranks whose messages hide", "ranks", "ranks", "\"vtime_ns\":2000,\"exposed_comm_ns\":100", NULL, NULL, "compute",
      "5 % of 2 µs of virtual time is visible communication", "the last message" },
    { "uncoalesced stores", "simt", "simt",
      "\"g_st_req\":32768,\"g_st_eff\":0.125,\"g_st_spr\":32,\"ai\":0,\"flops\":0,\"g_ld_req\":32768", NULL, NULL,
      "bandwidth", "Global stores use 12.5 % of the bytes they move: 32 sectors of 32 bytes a request (simt)",
      "tile of shared memory" },
    { "uncoalesced loads", "simt", "simt", "\"g_ld_req\":9,\"g_ld_eff\":0.25,\"g_ld_spr\":16", NULL, NULL, "bandwidth",
      "Global loads use 25 %", "neighbouring lanes load" },
    { "one word for all lanes is no waste", "simt", "simt", "\"g_ld_req\":9,\"g_ld_eff\":0.125,\"g_ld_spr\":1", NULL,
      NULL, "unknown", "No counter of this call stands out", "the emulator has no clock" },
    { "an efficiency without a request says nothing", "simt", "simt", "\"g_ld_req\":0,\"g_ld_eff\":0,\"g_ld_spr\":0",
      NULL, NULL, "unknown", "No counter of this call stands out", "the emulator has no clock" },
    { "bank conflicts", "simt", "simt", "\"sh_wave\":1024,\"sh_ideal\":32", NULL, NULL, "bandwidth",
      "32-fold bank conflicts", "Pad the rows" },
    { "a row off its sectors is no waste", "simt", "simt", "\"g_ld_req\":9,\"g_ld_eff\":0.8,\"g_ld_spr\":5", NULL, NULL,
      "unknown", "No counter of this call stands out", "the emulator has no clock" },
    { "three of four bytes are named, and do not decide", "simt", "simt",
      "\"g_ld_req\":9,\"g_ld_eff\":0.75,\"g_ld_spr\":8", NULL, NULL, "unknown", "Global loads use 75 %",
      "neighbouring lanes load" },
    { "a stride of two decides", "simt", "simt", "\"g_ld_req\":9,\"g_ld_eff\":0.5,\"g_ld_spr\":8", NULL, NULL,
      "bandwidth", "Global loads use 50 %", "neighbouring lanes load" },
    { "conflicts at an edge", "simt", "simt", "\"sh_wave\":110,\"sh_ideal\":100", NULL, NULL, "unknown",
      "No counter of this call stands out", "the emulator has no clock" },
    { "conflicts of one side of a tile", "simt", "simt", "\"sh_wave\":150,\"sh_ideal\":100", NULL, NULL, "unknown",
      "1.5-fold bank conflicts", "Pad the rows" },
    { "conflicts that double the passes", "simt", "simt", "\"sh_wave\":200,\"sh_ideal\":100", NULL, NULL, "bandwidth",
      "2-fold bank conflicts", "Pad the rows" },
    { "bytes that are loaded again", "simt", "simt", "\"g_ld_sec\":100,\"g_ld_eff\":0.5,\"g_uniq_ld\":400", NULL, NULL,
      "unknown", "each byte is loaded 4 times over: 1.6 kB used in all, 400 B of them distinct", "Load a byte once" },
    { "a branch that idles some lanes", "simt", "simt", "\"act_thr\":28", NULL, NULL, "unknown", "28 of 32 lanes work",
      "lanes agree" },
    { "the end of an array idles few", "simt", "simt", "\"act_thr\":29", NULL, NULL, "unknown", "stands out",
      "the emulator has no clock" },
    { "atomics that meet by chance", "simt", "simt", "\"atom\":10,\"atom_ser\":20", NULL, NULL, "unknown", "stands out",
      "the emulator has no clock" },
    { "a quarter of the warps is enough", "simt", "simt", "\"occ_th\":0.25", NULL, NULL, "unknown", "stands out",
      "the emulator has no clock" },
    { "divergence", "simt", "simt", "\"act_thr\":4", NULL, NULL, "compute", "4 of 32 lanes work", "lanes agree" },
    { "atomics at one address", "simt", "simt", "\"atom\":10,\"atom_ser\":320", NULL, NULL, "latency", "take 320 turns",
      "Reduce in the warp" },
    { "low occupancy", "simt", "simt", "\"occ_th\":0.125", NULL, NULL, "latency",
      "12.5 % of the warps", "Fewer registers" },
    { "spills, from the build", "cuda", "simt", "\"act_thr\":32", "spill", NULL, "bandwidth",
      "96 bytes of registers are spilled to local memory, which is global memory (ptxas)", "live values" },
    { "a tiny kernel", "simt", "simt", "\"g_ld_req\":4,\"g_st_req\":2,\"flops\":64,\"ai\":0.1", NULL, NULL, "launch",
      "makes 6 memory requests", "CUDA graph" },
    { "much arithmetic for each byte", "simt", "simt", CALM ",\"flops\":1e9,\"ai\":200", NULL, NULL, "compute",
      "200 FLOP for each byte", "tensor cores" },
    { "little arithmetic, nothing wasted", "simt", "simt", CALM ",\"flops\":1e6,\"ai\":0.083", NULL, NULL, "bandwidth",
      "the ridge of an H200 is at 13.9", "fewer bytes" },
    { "a tensor kernel below its ridge is not called compute", "simt", "simt",
      "\"ai\":100,\"flops\":1e9,\"flops_tensor\":1e9,\"act_thr\":32", NULL, NULL, "unknown", "stands out", "no clock" },
    { "a short kernel, timed", "cuda", NULL, NULL, "\"clock\":\"gpu\",\"t_learner\":3e-6", NULL, "launch",
      "takes 3 µs on the GPU", "fuse" },
    { "a short kernel, by events", "cuda", "events", "\"event_us\":4", NULL, NULL, "launch",
      "the kernel takes 4 µs", "fuse" },
    { "memory at its rate", "cuda", "ncu",
      "\"dram_ld_B\":2e9,\"dram_st_B\":2e9,\"time_us\":1000,\"stall_long_scoreboard\":70",
      NULL, NULL, "bandwidth", "memory moves 4 TB/s, of the 4.8 TB/s of an H200 (ncu)", "fewer bytes" },
    { "loads in a chain", "cuda", "ncu",
      "\"dram_ld_B\":1e9,\"dram_st_B\":0,\"time_us\":1000,\"stall_long_scoreboard\":70",
      NULL, NULL, "latency", "70 % of the warps' cycles wait for global", "in flight" },
    { "barriers", "cuda", "ncu", "\"stall_barrier\":31", NULL, NULL, "latency", "wait at a barrier", "Fewer barriers" },
    { "busy pipes", "cuda", "ncu", "\"stall_math_pipe_throttle\":50", NULL, NULL, "compute",
      "busy arithmetic", "tensor" },
    { "waits spread out", "cuda", "ncu", "\"stall_barrier\":20,\"stall_long_scoreboard\":30", NULL, NULL, "unknown",
      "stands out", "ridge bench" },
    { "near the copy beside it", "cuda", NULL, NULL,
      "\"clock\":\"gpu\",\"t_learner\":1e-3,\"gbps\":3600,\"copy_gbps\":4000", NULL, "bandwidth",
      "90 % of the device's own copy", "fewer bytes" },
    { "far from the copy: not decided", "cuda", NULL, NULL,
      "\"clock\":\"gpu\",\"t_learner\":1e-3,\"gbps\":400,\"copy_gbps\":4000", NULL, "unknown",
      "neither time nor counters", "ridge profile w03-txmath" },
    { "near the FMA peak", "cpu", NULL, NULL, "\"clock\":\"cpu\",\"t_learner\":1,\"gflops\":80,\"gbps\":1", ROOF,
      "compute", "80 % of the machine's 100 GFLOP/s", "arithmetic units are busy" },
    { "near the memory's peak", "cpu", NULL, NULL, "\"clock\":\"cpu\",\"t_learner\":1,\"gflops\":1,\"gbps\":9", ROOF,
      "bandwidth", "90 % of its 10 GB/s", "Memory is busy" },
    { "far from both", "cpu", NULL, NULL, "\"clock\":\"cpu\",\"t_learner\":1,\"gflops\":10,\"gbps\":1", ROOF, "latency",
      "10 % of the machine's", "independent work" },
    { "between: not decided", "cpu", NULL, NULL, "\"clock\":\"cpu\",\"t_learner\":1,\"gflops\":50,\"gbps\":1", ROOF,
      "unknown", "neither", "ridge profile" },
    { "no ceilings: says so", "cpu", NULL, NULL, "\"clock\":\"cpu\",\"t_learner\":1,\"gflops\":80,\"gbps\":1", NULL,
      "unknown", "neither", "ridge calibrate" },
    { "a short call", "cpu", NULL, NULL, "\"clock\":\"cpu\",\"t_learner\":5e-6,\"gflops\":1,\"gbps\":1", ROOF, "launch",
      "waking the process", "in one call" },
    { "a stream", "cpu", "ctrace", STREAM ",\"l1_miss\":62500,\"l2_miss\":62500,\"llc_miss\":62500", NULL, NULL,
      "bandwidth", "4 MB come from memory for 4 MB accessed", "Use a byte again" },
    { "down the columns", "cpu", "ctrace", STREAM ",\"l1_miss\":500000,\"l2_miss\":100,\"llc_miss\":100", NULL, NULL,
      "latency", "one in 2 accesses misses the L1, and of each line of 64 bytes that comes 8 B are used (ctrace)",
      "stride 1" },
    { "from the L2", "cpu", "ctrace", STREAM ",\"l1_miss\":62500,\"l2_miss\":100,\"llc_miss\":100", NULL, NULL,
      "bandwidth", "the L2 serves 99.8 %", "smaller than the L1" },
    { "in the L1", "cpu", "ctrace", STREAM ",\"l1_miss\":100,\"l2_miss\":100,\"llc_miss\":100", NULL, NULL, "unknown",
      "the L1 holds much of what it uses: one in 10,000", "ridge bench" },
    { "the TLB", "cpu", "ctrace", STREAM ",\"dtlb_miss\":500000", NULL, NULL, "latency",
      "one in 2 accesses misses the TLB, and 8 B of each page that it maps are used (ctrace)", "huge pages" },
    { "a sixteenth of each page", "cpu", "ctrace", STREAM ",\"dtlb_miss\":15000", NULL, NULL, "latency",
      "267 B of each page", "huge pages" },
    { "pages in a row", "cpu", "ctrace", "\"c_loads\":60000,\"c_stores\":0,\"c_bytes\":3840000,\"dtlb_miss\":938", NULL,
      NULL, "unknown", "stands out", "ridge bench" },
    { "hardly an access", "cpu", "ctrace",
      "\"c_loads\":40,\"c_stores\":0,\"c_bytes\":160,\"l1_miss\":40,\"l2_miss\":40,\"llc_miss\":40", NULL, NULL,
      "unknown", "40 accesses to memory in all", "ridge bench" },
    { "mispredictions", "cpu", "perf", "\"branches\":1000,\"branch_misses\":100", NULL, NULL, "latency",
      "one in 10 branches is mispredicted (perf)", "select" },
    { "a busy core", "cpu", "perf", "\"instructions\":3000,\"cycles\":1000", NULL, NULL, "compute",
      "3 instructions a cycle", "wider vectors" },
    { "a waiting core", "cpu", "perf", "\"instructions\":300,\"cycles\":1000", NULL, NULL, "latency", "the core waits",
      "Break the chain" },
};

static json_t *counters_of(const struct row *r)
{
    char text[2048];
    const char *name;
    json_t *values, *v, *list = json_array();
    snprintf(text, sizeof text, "{%s}", r->counters ? r->counters : "");
    values = json_loads(text, JSON_DECODE_ANY, NULL);
    cr_assert(values, "%s: %s", r->what, text);
    json_object_foreach(values, name, v)
        json_array_append_new(list, json_pack("{s:s s:s s:s s:O s:s}", "case", "k", "call", "f", "name", name, "value",
                                              v, "source", r->source));
    json_decref(values);
    if (r->measurement && !strcmp(r->measurement, "spill"))
        json_array_append_new(list, json_pack("{s:s s:s s:s s:i s:s}", "case", "compile", "call", "f", "name",
                                              "spill_B", "value", 96, "source", "ptxas"));
    return list;
}

static json_t *report_of(const struct row *r)
{
    json_t *raw = json_pack("{s:s s:o s:[]}", "backend", r->backend, "counters", counters_of(r), "measurements");
    if (r->measurement && *r->measurement == '"') {
        char text[512];
        snprintf(text, sizeof text, "[{\"bench\":\"b\",\"call\":\"f\",\"case\":\"k\",\"samples\":[[1,1]],%s}]",
                 r->measurement);
        json_object_set_new(raw, "measurements", json_loads(text, 0, NULL));
    }
    return raw;
}

static int says(const json_t *reading, const char *key, const char *words)
{
    size_t k;
    const json_t *s;
    json_array_foreach(json_object_get(reading, key), k, s)
        if (strcasestr(json_string_value(s), words))
            return 1;
    return 0;
}

static json_t *read_report(const json_t *lab, const json_t *raw, const char *calibration)
{
    struct err error = { "" };
    json_t *reading = NULL, *c = calibration ? json_loads(calibration, 0, NULL) : NULL;
    cr_assert_eq(grader_reading(cur, lab, raw, c, &reading, &error), 0, "%s", error.text);
    json_decref(c);
    return reading;
}

Test(reading, bounds)
{
    json_t *lab = json_pack("{s:s s:{s:i} s:[]}", "id", "w03-txmath", "limits", "threads", 1, "bench");
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct row *r = &rows[k];
        json_t *raw = report_of(r), *all = read_report(lab, raw, r->calibration), *one = json_array_get(all, 0);
        char *text = json_dumps(one, JSON_INDENT(1));
        cr_expect_eq(json_array_size(all), 1, "%s: %zu readings", r->what, json_array_size(all));
        cr_expect_str_eq(json_string_value(json_object_get(one, "bound")), r->bound, "%s: %s", r->what, text);
        cr_expect(says(one, "evidence", r->evidence), "%s: %s", r->what, text);
        cr_expect(says(one, "next", r->other) || says(one, "missing", r->other), "%s: %s", r->what, text);
        size_t next = json_array_size(json_object_get(one, "next"));
        cr_expect(next == 1 || next == 2, "%s: %s", r->what, text);
        free(text);
        json_decref(raw);
        json_decref(all);
    }
    json_decref(lab);
}

/* Waste that was counted outranks what the traffic implies, and time that was measured outranks both. */
Test(reading, order)
{
    json_t *lab = json_pack("{s:s s:{s:i} s:[]}", "id", "w03-txmath", "limits", "threads", 1, "bench");
    const struct row r = { "both", "cuda", "simt", CALM ",\"occ_th\":0.1,\"flops\":1e9,\"ai\":200",
                           "\"clock\":\"gpu\",\"t_learner\":3e-6", NULL, "launch", "", "" };
    json_t *raw = report_of(&r), *all = read_report(lab, raw, NULL);
    cr_expect_str_eq(json_string_value(json_object_get(json_array_get(all, 0), "bound")), "launch");
    cr_expect(says(json_array_get(all, 0), "evidence", "fit at once"));
    cr_expect_not(says(json_array_get(all, 0), "evidence", "200 FLOP"), "a model's word after a measured one");
    json_decref(all);
    json_object_set_new(raw, "measurements", json_array());
    all = read_report(lab, raw, NULL);
    cr_expect_str_eq(json_string_value(json_object_get(json_array_get(all, 0), "bound")), "latency");
    json_decref(all);
    json_decref(raw);
    json_decref(lab);
}

/* A program without a lab: its launch's shape, its own card and warp, the lines, and no command that a lab has. */
Test(reading, a_program)
{
    static const struct {
        const char *what, *arch, *counters, *says, *not;
        int warp;
    } at[] = {
        { "a block that is no multiple of the warp", "h100", "\"block_threads\":48,\"act_thr\":24",
          "a block of 48 threads leaves 16 lanes", "wait for a branch", 32 },
        { "a warp of 64", "wave64", "\"block_threads\":96,\"act_thr\":48", "leaves 32 lanes", "an H", 64 },
        { "few blocks", "a100", "\"grid_blocks\":27", "27 blocks for the 108 SMs of an A100: 75 % of the GPU", "H200", 32 },
        { "a block that fits nowhere", "h100", "\"occ_th\":0,\"block_threads\":1024", "does not fit an SM", "of the warps",
          32 },
        { "what it takes at least", "a100",
          "\"grid_blocks\":108,\"g_ld_sec\":637188,\"g_st_sec\":0,\"g_uniq_ld\":2039000,\"g_uniq_st\":0,\"flops\":19.5e6,"
          "\"flops_tensor\":0", "10 µs for the 20.4 MB that its requests move, 1 µs if each byte moved once, 1 µs for its FLOP",
          "simt", 32 },
    };
    for (size_t k = 0; k < sizeof at / sizeof at[0]; k++) {
        const struct row r = { at[k].what, "simt", "simt", at[k].counters, NULL, NULL, "", "", "" };
        json_t *raw = report_of(&r);
        json_object_set_new(raw, "arch", json_string(at[k].arch));
        json_object_set_new(raw, "warp", json_integer(at[k].warp));
        json_t *all = read_report(NULL, raw, NULL), *one = json_array_get(all, 0);
        char *text = json_dumps(one, 0);
        cr_expect(says(one, "evidence", at[k].says), "%s: %s", at[k].what, text);
        cr_expect_not(says(one, "evidence", at[k].not), "%s: %s", at[k].what, text);
        cr_expect_eq(json_array_size(json_object_get(one, "missing")), 0, "%s: %s", at[k].what, text);
        free(text);
        json_decref(all);
        json_decref(raw);
    }
}

/* A waste is told with the line that has most of it: of sectors, most beyond what is used. */
Test(reading, the_line_of_a_waste)
{
    const struct row r = { "stores", "simt", "simt", "\"g_st_req\":9,\"g_st_eff\":0.25,\"g_st_spr\":16", NULL, NULL, "", "", "" };
    json_t *lab = json_pack("{s:s s:[]}", "id", "w03-txmath", "bench"), *raw = report_of(&r);
    json_object_set_new(raw, "lines", json_pack("[{s:s s:s s:s s:i s:i s:f} {s:s s:s s:s s:i s:i s:f}]", "case", "k", "call",
                                                "f", "file", "a.cu", "line", 7, "g_st_sec", 100, "g_st_eff", 1.0, "case",
                                                "k", "call", "f", "file", "a.cu", "line", 9, "g_st_sec", 60, "g_st_eff",
                                                .125));
    json_t *all = read_report(lab, raw, NULL);
    cr_expect(says(json_array_get(all, 0), "evidence", "32 bytes a request (simt, a.cu:9)"));
    json_decref(all);
    json_decref(raw);
    json_decref(lab);
}

static const char *bound_of(const json_t *all)
{
    return json_string_value(json_object_get(json_array_get(all, 0), "bound"));
}

/* Where the lab counts in place of a clock, the caches are told of and bound nothing; one clocked bench is enough. */
Test(reading, no_clock_judges_it)
{
    const struct row r = { "a simulator", "cpu", "ctrace", STREAM ",\"l1_miss\":62500,\"l2_miss\":62500,\"llc_miss\":62500",
                           NULL, NULL, "", "", "" };
    json_t *raw = report_of(&r);
    for (int clocked = 0; clocked < 2; clocked++) {
        json_t *lab = json_pack("{s:s s:{s:i} s:[{s:s s:s s:s} {s:s s:s s:s}]}", "id", "w19-systolic", "limits", "threads",
                                1, "bench", "id", "b", "call", "f", "metric", "counter:util_pct", "id", "c", "call", "f",
                                "metric", clocked ? "time" : "counter:util_pct");
        json_t *all = read_report(lab, raw, ROOF), *one = json_array_get(all, 0);
        char *text = json_dumps(one, 0);
        cr_expect_str_eq(bound_of(all), clocked ? "bandwidth" : "unknown", "%s", text);
        cr_expect(says(one, "evidence", "come from memory"), "%s", text);
        cr_expect_eq(says(one, "evidence", "`ridge bench w19-systolic` counts its util_pct"), !clocked, "%s", text);
        cr_expect_eq(json_array_size(json_object_get(one, "missing")), clocked, "%s", text);
        cr_expect_eq(json_array_size(json_object_get(one, "next")), clocked, "%s", text);
        free(text);
        json_decref(all);
        json_decref(lab);
    }
    json_decref(raw);
}

/* A case of warps of 64 lanes: lanes are counted against 64, and nothing is held against a card that has 32. A lab that no
 * GPU runs is sent to none. */
Test(reading, warps_of_64)
{
    const struct row r = { "half", "simt", "simt", "\"g_ld_req\":9,\"g_st_req\":9,\"flops\":10,\"act_thr\":32", NULL, NULL, "",
                           "", "" };
    json_t *raw = report_of(&r);
    for (int wide = 0; wide < 2; wide++) {
        json_t *lab = json_pack("{s:s s:[s] s:[] s:[{s:s s:{s:i}}]}", "id", "w19b-wave64", "backends", wide ? "simt" : "cuda",
                                "bench", "cases", "id", "k", "fields", "warp", wide ? 64 : 32);
        json_t *all = read_report(lab, raw, NULL), *one = json_array_get(all, 0);
        char *text = json_dumps(one, 0);
        cr_expect_eq(says(one, "evidence", "32 of 64 lanes"), wide, "%s", text);
        cr_expect_eq(says(one, "evidence", "fewer than an H200"), !wide, "%s", text);
        cr_expect_eq(says(one, "missing", "this lab runs nowhere else"), wide, "%s", text);
        cr_expect_eq(says(one, "missing", "--backend cuda"), !wide, "%s", text);
        free(text);
        json_decref(all);
        json_decref(lab);
    }
    json_decref(raw);
}

/* A little data, read once, and much arithmetic on it: what is read decides only below the ridge. */
Test(reading, little_data)
{
    const struct row r = { "a chain", "cpu", "ctrace", STREAM ",\"l1_miss\":62500,\"l2_miss\":62500,\"llc_miss\":62500",
                           NULL, NULL, "", "", "" };
    static const struct {
        double flops;
        const char *calibration, *bound, *says;
    } at[] = {
        { 4e9, ROOF, "compute", "400 FLOP" },
        { 4e9, NULL, "unknown", "depends on this machine's ridge" },
        { 5e7, ROOF, "bandwidth", "come from memory" },
        { 5e6, NULL, "bandwidth", "come from memory" },
    };
    json_t *raw = report_of(&r);
    for (size_t k = 0; k < sizeof at / sizeof at[0]; k++) {
        json_t *lab = json_pack("{s:s s:{s:i} s:[{s:s s:s s:f s:f}]}", "id", "w03-txmath", "limits", "threads", 1,
                                "bench", "id", "b", "call", "f", "flops", at[k].flops, "bytes", 1e7);
        json_t *all = read_report(lab, raw, at[k].calibration);
        cr_expect_str_eq(bound_of(all), at[k].bound, "row %zu: %s", k, bound_of(all));
        cr_expect(says(json_array_get(all, 0), "evidence", at[k].says), "row %zu", k);
        json_decref(all);
        json_decref(lab);
    }
    json_decref(raw);
}

/* The lab's formula and the calibrated ridge, when the caches hold what is used; the hottest line by name. */
Test(reading, intensity_and_line)
{
    json_t *lab = json_pack("{s:s s:{s:i} s:[{s:s s:s s:f s:f}]}", "id", "w03-txmath", "limits", "threads", 1, "bench",
                            "id", "b", "call", "f", "flops", 4e9, "bytes", 1e7);
    const struct row r = { "in the L1", "cpu", "ctrace", STREAM ",\"l1_miss\":100,\"l2_miss\":100,\"llc_miss\":100",
                           NULL, NULL, "", "", "" };
    json_t *raw = report_of(&r), *all;
    json_object_set_new(raw, "lines", json_pack("[{s:s s:s s:s s:i s:i} {s:s s:s s:s s:i s:i}]", "case", "k", "call",
                                                "f", "file", "a.c", "line", 7, "l1_miss", 90, "case", "k", "call", "f",
                                                "file", "a.c", "line", 9, "l1_miss", 10));
    all = read_report(lab, raw, ROOF);
    cr_expect_str_eq(json_string_value(json_object_get(json_array_get(all, 0), "bound")), "compute");
    cr_expect(says(json_array_get(all, 0), "evidence", "400 FLOP a compulsory byte"));
    cr_expect(says(json_array_get(all, 0), "evidence", "90 % of the L1 misses are counted at a.c:7"));
    json_decref(all);
    json_decref(raw);
    json_decref(lab);
}
