/* Labs of several ranks, as whole jobs: figures against the formulas, and every way in which ranks go wrong. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "busy.h"
#include "kept.h"
#include "runner/base/util.h"
#include "runner/runner.h"
#include "tests/unit/drawn.h"

static char scratch[] = "/tmp/ridge-test-XXXXXX";

static void set_up(void)
{
    cr_assert_not_null(mkdtemp(scratch));
    setenv("TMPDIR", scratch, 1);
}

static void tear_down(void)
{
    char cmd[256];
    snprintf(cmd, sizeof cmd, "rm -rf %s", scratch);
    cr_assert_eq(system(cmd), 0);
}

TestSuite(ranks, .init = set_up, .fini = tear_down, .timeout = 120);

static double wall_s = 2; /* of the next lab */
static int ours;          /* are the next sources our own, which are built once? */

/* One case of P ranks with n floats each, links of 3 us and 1 GB/s, and what `more` says. */
static json_t *lab_of(int P, int n, const char *more)
{
    json_t *fields = json_pack("{s:i s:i s:i s:f}", "P", P, "n", n, "alpha_ns", 3000, "beta_Bps", 1e9);
    json_t *extra = json_loads(more, 0, NULL);
    cr_assert_not_null(extra, "%s", more);
    json_object_update(fields, extra);
    json_decref(extra);
    json_t *lab = json_pack("{s:s s:i s:s s:s s:[s] s:s s:s s:[s] s:s s:[s] s:{s:f s:i s:i}}", "id", "t-ranks", "rev",
                            1, "kind", "ranks", "lang", "c", "backends", "ranks", "dir", "labs/t-ranks", "kernels",
                            "kernels/t-ranks", "edit", "r.c", "reference", "ref.c", "ladder", "ref.c", "limits",
                            "wall_s", wall_s, "mem_MiB", 256, "threads", 1);
    json_object_set_new(lab, "buffers",
                        json_pack("{s:{s:s s:b s:{s:s s:i}} s:{s:s s:n}}", "mine", "dtype", "f32", "split", 1, "dist",
                                  "kind", "const", "value", 1, "same", "dtype", "f32", "dist"));
    json_object_set_new(lab, "calls",
                        json_pack("[{s:s s:[{s:s s:s} {s:s s:s} {s:s s:s}] s:b s:s}]", "name", "job", "args", "kind",
                                  "inout", "name", "mine", "kind", "output", "name", "same", "kind", "i64", "name", "n",
                                  "harness", 0, "verify", "job"));
    json_object_set_new(lab, "cases",
                        json_pack("[{s:s s:[s s] s:b s:b s:o s:[{s:s s:[i] s:{s:i s:i}}]}]", "id", "one", "tags",
                                  "gate", "edge", "hidden", 0, "judged", 1, "fields", fields, "calls", "call", "job",
                                  "scalars", n, "counts", "mine", P * n, "same", n));
    return lab;
}

static json_t *run_phases(int P, int n, const char *more, const char *body, const char *const *phases)
{
    struct err err = { "" };
    char cache[512], source[4096];
    snprintf(
        source, sizeof source,
        "#include <errno.h>\n#include <pthread.h>\n#include <signal.h>\n#include <stdlib.h>\n#include <sys/socket.h>\n"
        "#include <sys/syscall.h>\n#include <time.h>\n#include <unistd.h>\n#include \"lab.h\"\n"
        "static comm_t *C; static float *X; static int64_t N; static int P, R;\n"
        "static void reduce(void *a) { (void)a; comm_all_reduce(C, X, X, N, COMM_F32, COMM_SUM); }\n"
        "static void busy(void *a) { (void)a; comm_compute(20e-6, \"busy\"); }\n"
        "static void late_call(void) { if (R == 1) comm_compute(1e-6, \"late\"); }\n"
        "void job(comm_t *c, float *mine, float *same, int64_t n)\n{\n"
        "    C = c; X = mine; N = n; P = comm_size(c); R = comm_rank(c); same[0] = 7;\n"
        "    (void)reduce; (void)late_call; (void)busy;\n    for (int64_t k = 0; k < n; k++) same[k] = 7;\n%s\n}\n",
        body);
    json_t *lab = lab_of(P, n, more), *files = json_pack("{s:s}", "r.c", source);
    kept_place(scratch, cache, sizeof cache);
    struct runner_request q = { .lab = lab,
                                .root = getenv("RIDGE_TEST_ROOT"),
                                .cache = cache,
                                .program = getenv("RIDGE_TEST_EXEC"),
                                .impl = "learner",
                                .backend = "ranks",
                                .cc = "gcc",
                                .files = files,
                                .phases = phases,
                                .trusted = ours };
    struct runner *r = runner_start(&q, &err);
    cr_assert_not_null(r, "%s", err.text);
    runner_wait(r, NULL, NULL, NULL);
    json_t *report = json_incref((json_t *)runner_report(r));
    cr_assert_not_null(report, "%s", runner_failure(r));
    runner_finish(r);
    json_decref(files);
    json_decref(lab);
    return report;
}

static json_t *run(int P, int n, const char *more, const char *body, const char *phase)
{
    const char *phases[] = { "correct", phase, NULL };
    return run_phases(P, n, more, body, phases);
}

static const char *said(const json_t *report, const char *key)
{
    const json_t *c = json_array_get(json_object_get(report, "cases"), 0);
    const char *s = json_string_value(json_object_get(c, key));
    cr_assert_not_null(s, "%s", json_dumps(report, 0));
    return s;
}

/* Of the profile, or else of the correct run. */
static double counter(const json_t *report, const char *name)
{
    double v = NAN;
    size_t k;
    const json_t *c;
    json_array_foreach(json_object_get(report, "counters"), k, c)
        if (!strcmp(json_string_value(json_object_get(c, "name")), name))
            v = json_number_value(json_object_get(c, "value"));
    return v;
}

struct figure {
    const char *body, *name;
    double value;
};

/* P = 4, 840 floats: a part is 840 B, a step 3 us + 0.84 us. */
Test(ranks, figures_are_those_of_the_formulas)
{
    static const struct figure f[] = {
        { "comm_all_reduce(c, mine, mine, n, COMM_F32, COMM_SUM);", "sent_B_max", 2 * 3 * 840 },
        { "comm_all_reduce(c, mine, mine, n, COMM_F32, COMM_SUM);", "vtime_ns", 2 * 3 * 3840 },
        { "comm_all_reduce(c, mine, mine, n, COMM_F32, COMM_SUM);", "left", 444444444444 },
        { "comm_all_reduce(c, mine, mine, n, COMM_F32, COMM_AVG);", "left", 111111111111 },
        { "comm_reduce_scatter(c, mine, mine + R*n/P, n/P, COMM_F32, COMM_SUM);", "sent_B_max", 3 * 840 },
        { "comm_reduce_scatter(c, mine, mine + R*n/P, n/P, COMM_F32, COMM_SUM);", "left", 444444444444 },
        { "comm_all_gather(c, mine + R*n/P, mine, n/P, COMM_F32);", "vtime_ns", 3 * 3840 },
        { "comm_all_to_all(c, mine, malloc(4*n), n/P, COMM_F32);", "sent_B_max", 3 * 840 },
        { "if (R == 2) mine[0] = 5; comm_broadcast(c, mine, mine, 1, COMM_F32, 2);", "left", 511111111111 },
        { "comm_barrier(c);", "vtime_ns", 2 * 3000 },
        { "if (R == 0) comm_send(c, mine, 1000, 1, 0); if (R == 1) comm_recv(c, mine, 1000, 0, 0, 0);", "vtime_ns",
          4000 },
        /* one port to receive with: the second message waits for the first one's bytes, not for its latency */
        { "if (R == 0 || R == 1) comm_send(c, mine, 1000, 2, 0);"
          "if (R == 2) { comm_req r[2] = { comm_irecv(c, mine, 1000, 0, 0), comm_irecv(c, mine + 250, 1000, 1, 0) };"
          "comm_waitall(2, r); }",
          "vtime_ns", 5000 },
        { "stream_t *s = comm_stream(); stream_run(s, reduce, 0); comm_compute(20e-6, \"w\"); stream_sync(s);",
          "vtime_ns", 23040 },
        { "stream_t *s = comm_stream(); stream_run(s, reduce, 0); comm_compute(20e-6, \"w\"); stream_sync(s);",
          "exposed_comm_ns", 3040 },
        /* a rank computes for one stream at a time; what all of them computed is the hub's sum */
        { "stream_t *s = comm_stream(); stream_run(s, busy, 0); comm_compute(20e-6, \"w\"); stream_sync(s);", "vtime_ns",
          40000 },
        { "stream_t *s = comm_stream(); stream_run(s, busy, 0); comm_compute(20e-6, \"w\"); stream_sync(s);", "work_ns",
          4 * 40000 },
        /* who waits for a disk does no work, hides no message and is in nobody's way */
        { "comm_idle(5e-6, \"disk\"); comm_compute(2e-6, \"w\");", "vtime_ns", 7000 },
        { "comm_idle(5e-6, \"disk\"); comm_compute(2e-6, \"w\");", "work_ns", 4 * 2000 },
        { "comm_idle(5e-6, \"disk\"); comm_compute(2e-6, \"w\");", "exposed_comm_ns", 0 },
        { "stream_t *s = comm_stream(); stream_run(s, busy, 0); comm_idle(20e-6, \"disk\"); stream_sync(s);", "vtime_ns",
          20000 },
        { "stream_t *s = comm_stream(), *u = comm_stream(); stream_run(s, reduce, 0); comm_event e = stream_record(s);"
          "stream_wait(u, e); stream_run(u, reduce, 0); event_sync(stream_record(u));",
          "vtime_ns", 2 * 23040 },
        { "comm_t *h = comm_split(c, R % 2, -R); mine[0] = comm_rank(h); comm_all_reduce(h, mine + 1, mine + 1, 1, COMM_F32,"
          "COMM_SUM);",
          "left", 121111111111 },
        { "void *a[3]; for (int k = 0; k < 3; k++) a[k] = comm_alloc(100); comm_free(a[1]); comm_free(a[0]); comm_free(a[2]);"
          "comm_free(comm_alloc(250)); comm_free(0);",
          "peak_B_max", 300 },
        { "void *a = comm_alloc(1000), *b = comm_alloc(500); comm_free(a); a = comm_alloc(200); (void)b; (void)a;",
          "peak_B_max", 1500 },
    };
    for (size_t k = 0; k < sizeof f / sizeof f[0]; k++) {
        if (!drawn(k))
            continue;
        json_t *r = run(4, 840, "{}", f[k].body, "profile");
        cr_assert_str_eq(said(r, "status"), "PASS", "%s: %s", f[k].body, said(r, "message"));
        cr_assert_float_eq(counter(r, f[k].name), f[k].value, 1e-6, "%s: %s is %.9g, not %.9g", f[k].body, f[k].name,
                           counter(r, f[k].name), f[k].value);
        json_decref(r);
    }
}

struct net {
    const char *more;
    double vtime_ns;
};

/* Rank 0 sends 1,000 B to rank 2, rank 1 the same to rank 3. */
Test(ranks, topologies_differ_in_what_is_shared)
{
    static const struct net f[] = {
        { "{}", 4000 },
        { "{\"net\":1}", 8000 }, /* two hops each, and the link from 1 to 2 is both's */
        { "{\"net\":2,\"node\":2,\"alpha2_ns\":5000,\"beta2_Bps\":5e8}", 9000 }, /* one port a node */
        { "{\"net\":3,\"node\":2,\"alpha2_ns\":5000,\"beta2_Bps\":5e8}", 7000 }, /* one port a rank */
        { "{\"net\":2,\"node\":4,\"alpha2_ns\":5000,\"beta2_Bps\":5e8}", 4000 },
        { "{\"slow_from\":1,\"slow_to\":3,\"slow_link\":4}", 7000 },
    };
    for (size_t k = 0; k < sizeof f / sizeof f[0]; k++) {
        json_t *r = run(4, 840, f[k].more, "if (R < 2) comm_send(c, mine, 1000, R + 2, 0);"
                        "else comm_recv(c, mine, 1000, R - 2, 0, 0);", "profile");
        cr_assert_float_eq(counter(r, "vtime_ns"), f[k].vtime_ns, 1e-6, "%s: %g", f[k].more, counter(r, "vtime_ns"));
        json_decref(r);
    }
}

struct wrong {
    const char *more, *body, *status, *message;
    int code;
};

static const struct wrong wrong[] = {
    { "{}", "comm_send(c, mine, 8, (R + 1) % P, 5); comm_recv(c, mine, 8, (R + 2) % P, 5, 0);", "FAIL",
      "There is a deadlock, and nothing is under way: rank 0 waits in comm_send(8 B to rank 1, tag 5) at 0 ns", 0 },
    { "{}", "comm_send(c, mine, 8, (R + 1) % P, 5); comm_recv(c, mine, 8, (R + 2) % P, 5, 0);", "FAIL",
      "They wait in a circle: 0 -> 1 -> 2 -> 0", 0 },
    { "{}", "if (R == 0) comm_send(c, mine, 8, 1, 5); if (R == 1) comm_recv(c, mine, 8, 0, 6, 0);", "FAIL",
      "Rank 0 sends rank 1 tag 5, which waits for tag 6", 0 },
    { "{}", "if (R == 0) comm_send(c, mine, 8, 1, 5); if (R == 1) comm_recv(c, mine, 12, 0, 5, 0);", "FAIL",
      "rank 0 sends 8 B to rank 1 in comm_send, which receives 12 B in comm_recv", 0 },
    { "{}",
      "if (R == 2) comm_all_gather(c, mine, mine, 2, COMM_F32); else comm_all_reduce(c, mine, mine, n, COMM_F32,"
      "COMM_SUM);",
      "FAIL", "rank 2 called comm_all_gather(n=2 f32), rank 0 called comm_all_reduce(n=8 f32, sum)", 0 },
    { "{}", "if (R) comm_all_reduce(c, mine, mine, n, COMM_F32, COMM_SUM);", "FAIL", "rank 0 has returned", 0 },
    { "{}", "if (R == 1) comm_isend(c, mine, 8, 0, 0);", "FAIL",
      "Rank 1 returned and never waited for its comm_isend of 8 B to rank 0", 0 },
    { "{}", "if (R == 1) comm_recv(c, mine, 8, 3, 0, 0);", "FAIL", "Rank 1: comm_recv was called with rank 3, and there are 3 ranks.",
      0 },
    { "{}",
      "if (R == 0) { comm_req q = comm_isend(c, mine, 8, 1, 0); mine[1] = 3; comm_wait(q, 0); }"
      "if (R == 1) comm_recv(c, mine, 8, 0, 0, 0);",
      "FAIL", "Rank 0: comm_wait: the buffer of a send (8 B) was written while the message was under way.", 0 },
    { "{}", "if (R == 1) comm_free(mine);", "FAIL", "Rank 1: comm_free: 0x", 0 },
    { "{}", "void *a = comm_alloc(8), *b = comm_alloc(8); comm_free(a); comm_free(b); if (R == 1) comm_free(a);",
      "FAIL", "is not from comm_alloc(), or was freed already", 0 },
    { "{}", "if (R == 1) comm_fail(\"piece %d came before piece %d\", 5, 4);", "FAIL",
      "Rank 1: piece 5 came before piece 4", 0 },
    { "{}", "stream_t *s = comm_stream(); stream_run(s, reduce, 0); stream_run(s, reduce, 0);", "FAIL",
      "Rank 0: it returned with work left on its stream 1 (given and not done: 2): stream_sync() first", 0 },
    { "{}", "same[3] = R;", "FAIL", "Rank 1 ends with other bits than rank 0 in same[3] (1 of 8 elements)", 0 },
    { "{}", "comm_barrier(c); if (R == 1) exit(3); comm_barrier(c);", "ERROR",
      "Rank 1 called exit(3) before it returned "
      "(its last call: comm_barrier",
      4 },
    { "{}", "comm_barrier(c); if (R == 1) abort(); comm_barrier(c);", "ERROR", "Rank 1 died of signal 6", 4 },
    { "{}", "comm_compute(1e-6, \"w\"); if (R == 1) for (;;) mine[0] += 1;", "ERROR",
      "within the wall-clock limit. "
      "Rank 1 is the one that runs, and its last call was comm_compute(1e-06 s, \"w\") at 1 µs",
      5 },
    { "{}", "for (;;) comm_compute(0, \"\");", "ERROR", "The ranks did not finish within the wall-clock limit", 5 },
    { "{}", "if (R == 1) kill(1, 0);", "ERROR",
      "Rank 1 called kill(), a system call that a lab may "
      "not make (its last call: no call",
      8 },
    { "{}", "comm_barrier(c); if (R == 0) fork();", "ERROR",
      "Rank 0 started a process or a thread, as fork(), system() and pthread_create() do: clone() is a system call "
      "that a lab may not make "
      "(its last call: comm_barrier",
      8 },
    { "{}", "void bye(void) { execl(\"/bin/sh\", \"sh\", (char *)0); } if (R == 2) atexit(bye);", "ERROR",
      "Rank 2 called execve(), a system call", 8 },
    { "{}",
      "void *t(void *a) { socket(AF_INET, SOCK_STREAM, 0); return a; } pthread_t id;"
      "if (R == 1) pthread_create(&id, 0, t, 0); for (;;) comm_barrier(c);",
      "ERROR", "Rank 1 called socket(), a system call", 8 },
    { "{}", "} __attribute__((constructor)) static void load(void) { syscall(SYS_ptrace, 0, 0, 0, 0);", "ERROR",
      "Rank 0 called ptrace(), a system call", 8 },
    /* nobody hears of what kills at once */
    { "{}", "if (R == 1) syscall(SYS_seccomp, 0, 0, 0);", "ERROR", "Rank 1 made a system call that a lab never needs",
      8 },
    { "{}",
      "if (R == 2) comm_fail(\"no descriptor\"); } __attribute__((constructor)) static void load(void) {"
      "for (int fd = 3; fd < 128; fd++) if (lseek(fd, 0, SEEK_CUR) >= 0 || errno != EBADF) abort();",
      "FAIL", "Rank 2: no descriptor", 0 },
    { "{}", "if (R == 1) atexit(late_call);", "FAIL", "Rank 1 made a call after it had returned", 0 },
    { "{\"kill_rank\":1,\"kill_call\":3}", "comm_barrier(c); comm_barrier(c);", "FAIL",
      "This case killed rank 1 at its call 3", 0 },
    { "{\"lose_from\":0,\"lose_to\":1,\"lose_nth\":2}",
      "for (int k = 0; k < 2; k++) { if (R == 0) comm_send(c, mine, 8, 1, 0);"
      "if (R == 1) comm_recv(c, mine, 8, 0, 0, 0); }",
      "FAIL", "This case lost message 2 from rank 0 to rank 1", 0 },
};

Test(ranks, what_goes_wrong_is_said)
{
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        if (!drawn(k))
            continue;
        wall_s = wrong[k].code == 5 ? 1 : 2;
        json_t *r = run(3, 8, wrong[k].more, wrong[k].body, NULL);
        cr_assert_str_eq(said(r, "status"), wrong[k].status, "%s: %s", wrong[k].body, said(r, "message"));
        cr_assert_not_null(strstr(said(r, "message"), wrong[k].message), "%s: %s", wrong[k].body, said(r, "message"));
        cr_assert_eq(json_array_size(json_object_get(r, "timelines")), 1);
        double code = json_number_value(json_object_get(json_object_get(r, "error"), "code"));
        cr_assert_eq(code, wrong[k].code, "%s: %g", wrong[k].body, code);
        json_decref(r);
    }
}

/* Ranks that live go on without the one that the case kills in the middle of a collective, a message, a split. */
#define GO_ON                                                                                      \
    "if (comm_agree(c, !comm_broken(c)) || comm_broken(c) != 1) comm_fail(\"agreed, %d\", comm_broken(c));"          \
    "comm_t *s = comm_shrink(c); float one = 1; comm_all_reduce(s, &one, &one, 1, COMM_F32, COMM_SUM);"              \
    "if (comm_size(s) != 3 || comm_rank(s) != (R > 1 ? R - 1 : R) || one != 3 || comm_broken(s))"                    \
    "comm_fail(\"size %d sum %g\", comm_size(s), one);"                                                               \
    "if (comm_split(c, 0, 0)) comm_fail(\"split\"); comm_barrier(c); comm_barrier(s);"                                 \
    "if (comm_agree(s, R + 5) != 5) comm_fail(\"the smallest\");"
static const struct wrong survived[] = {
    { "{\"kill_rank\":1,\"kill_call\":4,\"detect_ns\":50000}",
      "comm_all_reduce(c, mine, mine, n, COMM_F32, COMM_SUM);" GO_ON
      "if (comm_time() < 50e-6) comm_fail(\"heard of at once\");",
      "PASS", "", 0 },
    { "{\"kill_rank\":1,\"kill_call\":1,\"detect_ns\":1}", "comm_all_to_all(c, mine, malloc(4*n), n/P, COMM_F32);" GO_ON,
      "PASS", "", 0 },
    { "{\"kill_rank\":1,\"kill_call\":9,\"detect_ns\":500,\"orders\":3}",
      "for (int k = 0; k < 5; k++) comm_barrier(c);" GO_ON, "PASS", "", 0 },
    { "{\"kill_rank\":1,\"kill_call\":1,\"detect_ns\":1}", "if (comm_split(c, 0, 0)) comm_fail(\"split\");" GO_ON,
      "PASS", "", 0 },
    /* a message between two that live, posted before, still comes; one of the dead never does, and says so */
    { "{\"kill_rank\":1,\"kill_call\":1,\"detect_ns\":90000}",
      "comm_status st = { 0 }; float got = 0; if (R == 1) comm_send(c, mine, 4, 0, 0);"
      "if (R == 2) comm_send(c, mine, 4, 0, 0); if (R == 0) { comm_recv(c, &got, 4, 2, 0, &st);"
      "if (st.bytes != 4 || got != 1) comm_fail(\"lost\"); comm_recv(c, &got, 4, 1, 0, &st);"
      "if (st.bytes != -1 || st.from != -1) comm_fail(\"%lld B\", (long long)st.bytes); }" GO_ON,
      "PASS", "", 0 },
    /* one that dies between its answer and the others' takes nothing back; nor does one that dies behind a shrink */
    { "{\"kill_rank\":1,\"kill_call\":2,\"detect_ns\":9000,\"orders\":8}",
      "int ok = comm_agree(c, 3), all[4]; comm_barrier(c); comm_t *s = comm_shrink(c);"
      "comm_all_gather(s, &ok, all, 1, COMM_I32); if (comm_size(s) != 3 || all[0] != 3 || all[1] != 3 || all[2] != 3)"
      "comm_fail(\"%d %d %d\", all[0], all[1], all[2]);",
      "PASS", "", 0 },
    { "{\"kill_rank\":1,\"kill_call\":2,\"detect_ns\":9000,\"orders\":8}",
      "comm_t *s = comm_shrink(c); comm_barrier(s); if (comm_size(s) != 4 || comm_broken(s) != 1)"
      "comm_fail(\"size %d\", comm_size(s)); if (comm_size(comm_shrink(s)) != 3) comm_fail(\"again\");",
      "PASS", "", 0 },
    /* nobody dies: one that is as before */
    { "{\"detect_ns\":1}",
      "if (comm_broken(c) || comm_agree(c, R - 3) != -3) comm_fail(\"broken\"); comm_t *s = comm_shrink(c);"
      "if (comm_size(s) != 4 || comm_rank(s) != R) comm_fail(\"shrunk\"); comm_barrier(s);",
      "PASS", "", 0 },
    { "{\"kill_rank\":1,\"kill_call\":1,\"detect_ns\":1}", "comm_barrier(c); if (R) comm_agree(c, 1);", "FAIL",
      "comm_agree, to which not all that live have come", 0 },
    { "{\"kill_rank\":1,\"kill_call\":1,\"detect_ns\":1}",
      "comm_barrier(c); if (R) comm_agree(c, 1); else comm_shrink(c);", "FAIL", "The ranks do not agree on their", 0 },
    { "{\"kill_rank\":1,\"kill_call\":1,\"detect_ns\":-1}", "comm_barrier(c);", "ERROR", "detect_ns is not usable", 9 },
};

Test(ranks, those_that_live_go_on)
{
    for (size_t k = 0; k < sizeof survived / sizeof survived[0]; k++) {
        if (!drawn(k))
            continue;
        json_t *r = run(4, 840, survived[k].more, survived[k].body, NULL);
        const json_t *e = json_object_get(r, "error");
        const char *message = survived[k].code == 9 ? json_string_value(json_object_get(e, "message")) : said(r, "message");
        if (survived[k].code != 9)
            cr_assert_str_eq(said(r, "status"), survived[k].status, "%zu: %s", k, said(r, "message"));
        cr_assert_not_null(strstr(message, survived[k].message), "%zu: %s", k, message);
        json_decref(r);
    }
}

/* Limits are of a rank's own time. With four others on its processor, these take five times as long. */
#define WORKS "for (clock_t end = clock() + CLOCKS_PER_SEC / 10; clock() < end;) ; comm_barrier(c);"
static const struct wrong kept[] = {
    { "{}", WORKS, "PASS", "", 0 },
    { "{}", "comm_barrier(c); if (R == 1) for (;;) mine[0] += 1;", "ERROR",
      "Rank 1 is the one that runs, and its last call was "
      "comm_barrier",
      5 },
    { "{}",
      "comm_barrier(c); pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
      "while (R == 2) pthread_mutex_lock(&m);",
      "ERROR",
      "Rank 2 is the one that runs, and its last call was "
      "comm_barrier",
      5 },
    { "{}", WORKS "comm_send(c, mine, 8, (R + 1) % P, 5); comm_recv(c, mine, 8, (R + 2) % P, 5, 0);", "FAIL",
      "They wait in a circle: 0 -> 1 -> 2 -> 0", 0 },
};

Test(ranks, who_is_kept_from_the_processors_is_not_slow)
{
    static const char *const build[] = { "build", NULL };
    wall_s = .4; /* all of them burn until it is over */
    ours = 1;    /* built before there is nobody to build it */
    for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++)
        json_decref(run_phases(3, 8, kept[k].more, kept[k].body, build));
    if (busy_begin(4))
        cr_skip_test("this kernel keeps no schedstat");
    for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++) {
        json_t *r = run(3, 8, kept[k].more, kept[k].body, NULL);
        cr_assert_str_eq(said(r, "status"), kept[k].status, "%s: %s", kept[k].body, said(r, "message"));
        cr_assert_not_null(strstr(said(r, "message"), kept[k].message), "%s: %s", kept[k].body, said(r, "message"));
        json_decref(r);
    }
    busy_end();
}

/* There are descriptors for the listeners of as many ranks as a case may have. */
Test(ranks, the_last_of_many_ranks_is_named_too)
{
    json_t *r = run(64, 64, "{}", "comm_barrier(c); if (R == 63) socket(AF_INET, SOCK_STREAM, 0);", NULL);
    cr_assert_not_null(strstr(said(r, "message"), "Rank 63 called socket(), a system call"), "%s", said(r, "message"));
    json_decref(r);
}

#define WHO_COMES_FIRST                                                                                     \
    "if (R) comm_send(c, mine, 8, 0, 0);"                                                                   \
    "else for (int k = 1; k < P; k++) { comm_status s; comm_recv(c, same, 8, COMM_ANY, 0, &s); mine[k] = s.from; }" \
    "for (int64_t k = 0; k < n; k++) same[k] = 7;"

#define WHO_IS_DONE_FIRST                                                                                   \
    "comm_req q[4]; int who[4] = { 1, 2, 3, 4 };"                                                           \
    "if (R) { comm_send(c, mine, 8, 0, 0); return; }"                                                       \
    "for (int k = 0; k < 4; k++) q[k] = comm_irecv(c, same + 2 * k, 8, k + 1, 0);"                          \
    "for (int left = 4; left; left--) { int k = comm_waitany(left, q, 0); mine[5 - left] = who[k];"          \
    "q[k] = q[left - 1]; who[k] = who[left - 1]; }"                                                         \
    "for (int64_t k = 0; k < n; k++) same[k] = 7;"

/* Order k - 1 is the last of k orders: what the lab counts is of that one. */
static double left_by(const char *body, int orders)
{
    char more[40];
    snprintf(more, sizeof more, "{\"orders\":%d}", orders);
    json_t *r = run(5, 12, more, body, NULL);
    cr_assert_str_eq(said(r, "status"), "PASS", "%s", said(r, "message"));
    double left = counter(r, "left");
    json_decref(r);
    return left;
}

Test(ranks, an_order_of_delivery_is_the_same_every_time_and_not_the_next_one)
{
    static const char *const bodies[] = { WHO_COMES_FIRST, WHO_IS_DONE_FIRST };
    for (int body = 0; body < 2; body++) {
        double first = left_by(bodies[body], 1), differ = 0;
        cr_assert_float_eq(first, 112341111111, 1, "the model's own order: %.0f", first);
        for (int k = 2; k < 5; k++) {
            double a = left_by(bodies[body], k), b = left_by(bodies[body], k);
            cr_assert_eq(a, b);
            differ += a != first;
        }
        cr_assert_gt(differ, 1);
    }
}

Test(ranks, an_order_that_breaks_is_named)
{
    json_t *r = run(5, 12, "{\"orders\":20}", "if (R) { comm_send(c, mine, 8, 0, 0); return; }"
                    "comm_status s; comm_recv(c, mine, 8, COMM_ANY, 0, &s); if (s.from != 1) abort();"
                    "for (int k = 2; k < P; k++) comm_recv(c, mine, 8, COMM_ANY, 0, 0);", NULL);
    cr_assert_not_null(strstr(said(r, "message"), "Under order "), "%s", said(r, "message"));
    cr_assert_not_null(strstr(said(r, "message"), "of delivery: Rank 0 died"), "%s", said(r, "message"));
    json_decref(r);
}

Test(ranks, the_sanitizer_sees_one_element_past_a_part)
{
    json_t *r = run(3, 8, "{}", "comm_barrier(c); if (R == 2) ((volatile float *)mine)[n] = 1;", "sanitize");
    const json_t *s = json_object_get(r, "sanitize");
    cr_assert_str_eq(json_string_value(json_object_get(s, "status")), "ERROR");
    const char *said_of = json_string_value(json_object_get(s, "message"));
    cr_assert_not_null(strstr(said_of, " on rank 2 wrote past the end of mine (element 8 of 8), in case "), "%s", said_of);
    cr_assert_not_null(strstr(said_of, "heap-buffer-overflow"), "%s", said_of);
    json_decref(r);
    r = run(3, 8, "{}", "if (R == 1) { volatile float x = same[-1]; (void)x; }", "sanitize");
    said_of = json_string_value(json_object_get(json_object_get(r, "sanitize"), "message"));
    cr_assert_not_null(strstr(said_of, " on rank 1 read before the start of same (element -1)"), "%s", said_of);
    json_decref(r);
    r = run(3, 8, "{}", "stream_t *s = comm_stream(); stream_run(s, reduce, 0); stream_sync(s);", "sanitize");
    s = json_object_get(r, "sanitize");
    cr_assert_str_eq(json_string_value(json_object_get(s, "status")), "PASS", "%s",
                     json_string_value(json_object_get(s, "log")));
    json_decref(r);
}

/* Sixteen of them: the leak checker takes what it finds in a register or a stack for a pointer that is still held. */
Test(ranks, a_buffer_that_was_sent_or_filled_and_is_never_freed_is_a_leak)
{
    static const char *const bodies[] = {
        "for (int k = 0; !R && k < 16; k++) comm_recv(c, mine, 4, 1, k, 0);"
        "for (int k = 0; R && k < 16; k++) { float *b = malloc(4); *b = 1; comm_wait(comm_isend(c, b, 4, 0, k), 0); }",
        "for (int k = 0; R && k < 16; k++) comm_send(c, mine, 4, 0, k);"
        "for (int k = 0; !R && k < 16; k++) { float *b = malloc(4); comm_recv(c, b, 4, 1, k, 0); }",
    };
    for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++) {
        json_t *r = run(2, 8, "{}", bodies[k], "sanitize");
        const json_t *s = json_object_get(r, "sanitize");
        cr_assert_str_neq(json_string_value(json_object_get(s, "status")), "PASS");
        cr_assert_not_null(strstr(json_string_value(json_object_get(s, "message")), "leak"), "%s",
                           json_string_value(json_object_get(s, "message")));
        json_decref(r);
    }
}

/* What ranks have open is their output alone: nothing that a report is made of. */
Test(ranks, the_report_is_out_of_reach)
{
    json_t *r = run(2, 8, "{}",
                    "for (int fd = 3; fd < 64; fd++) if (write(fd, \"{\\\"dropped\\\":9}\\n\", 14) > 0) mine[0] = 2;"
                    "comm_barrier(c);",
                    "profile");
    cr_assert_str_eq(said(r, "status"), "PASS", "%s", said(r, "message"));
    cr_assert_float_eq(counter(r, "left"), 111111111111, 1);
    const json_t *t = json_array_get(json_object_get(r, "timelines"), 0);
    cr_assert_eq(json_integer_value(json_object_get(t, "dropped")), 0);
    cr_assert_gt(json_array_size(json_object_get(t, "rows")), 0);
    json_decref(r);
}
