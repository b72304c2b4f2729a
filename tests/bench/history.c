/*
 * history.c: is looking back fast with years in the workbook? Fills one with attempts and samples, then times what
 * `ridge history` and `ridge roofline` read. Not a test: it prints figures.
 *
 *     history [ATTEMPTS [SAMPLES_EACH [FILE [LAB…]]]]   default 100000 attempts of 50 samples: 5 million; FILE is kept,
 *                                                       and filled no further by `history 0 0 FILE`
 * Each LAB has its share of the attempts; without one, 52 that no curriculum knows.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "db/db.h"

static double clock_of(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double now(void)
{
    return clock_of(CLOCK_MONOTONIC);
}

static void need(struct db *db, enum db_status s, const char *what)
{
    if (s == DB_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, db ? db_error(db) : db_status_name(s));
    exit(1);
}

static json_t *report(int samples, double ratio)
{
    json_t *list = json_array();
    for (int k = 0; k < samples; k++)
        json_array_append_new(list, json_pack("[f,f]", 1e-3 * ratio * (1 + k % 7 * 1e-3), 1e-3 * (1 + k % 5 * 1e-3)));
    return json_pack("{s:[{s:s s:s s:s s:f s:f}] s:[{s:s s:s s:s s:s s:i s:f s:f s:f s:f s:f s:f s:f s:o}]}",
                     "milestones", "id", "correct", "kind", "correct", "status", "PASS", "points", 40.0, "max", 40.0,
                     "measurements", "bench", "square", "call", "sgemm", "case", "bench", "clock", "cpu", "pairs",
                     samples, "ratio", ratio, "lo", ratio * .98, "hi", ratio * 1.02, "t_reference", 1e-3 * ratio,
                     "t_learner", 1e-3, "gflops", 50.0, "gbps", 10.0, "samples", list);
}

/* With each attempt an answer, a review and an event; a prediction with every tenth, a note with every hundredth. */
static void say(struct db *db, const char *lab, int k, int64_t at)
{
    char question[16];
    snprintf(question, sizeof question, "q%d", k / 52 % 12);
    const struct db_review r = {
        .kind = "question", .owner = lab, .key = question, .grade = 3, .stability = 2, .difficulty = 5, .due = at
    };
    db_set_clock(db, at);
    need(db, db_answer_put(db, lab, 1, question, NULL, "42", k % 2 ? "PASS" : "FAIL", NULL), "answer");
    need(db, db_review_put(db, &r), "review");
    need(db, db_event(db, "said", lab, NULL), "event");
    if (k % 10 == 0)
        need(db, db_prediction_put(db, lab, "flops", "flops", k, NULL, "FLOP", NULL), "prediction");
    if (k % 100 == 0)
        need(db, db_note_add(db, lab, "a note", NULL), "note");
}

static void fill(struct db *db, int attempts, int samples, char **labs, int nlabs)
{
    enum { APART_MS = 15 * 60000 };
    char text[64], lab[32];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    for (int k = 0; k < attempts; k++) {
        if (k % 1000 == 0)
            need(db, db_begin(db), "begin");
        snprintf(text, sizeof text, "int version = %d;\n", k / 3);
        if (nlabs)
            snprintf(lab, sizeof lab, "%s", labs[k % nlabs]);
        else
            snprintf(lab, sizeof lab, "w%02d-lab", k % 52 + 1);
        struct db_attempt a = { .lab = lab, .lab_rev = 1, .backend = "cpu", .verb = "bench", .duration_ms = 900,
                                .started = (int64_t)now.tv_sec * 1000 - (int64_t)(attempts - k) * APART_MS,
                                .status = "PASS", .points = 40, .max = 100 };
        struct db_file f = { "lab.c", text, strlen(text) };
        int64_t id;
        json_t *r = report(samples, 0.2 + k % 80 * 0.01);
        need(db, db_attempt_insert(db, &a, &f, 1, r, &id), "insert");
        json_decref(r);
        say(db, lab, k, a.started);
        if (k % 1000 == 999 || k == attempts - 1)
            need(db, db_commit(db), "commit");
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

enum { TIMES = 11 };

static void time_it(struct db *db, const char *what, enum db_status (*fn)(struct db *, json_t **))
{
    double t[TIMES], cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    size_t rows = 0;
    for (int k = 0; k < TIMES; k++) {
        json_t *j = NULL;
        double t0 = now();
        need(db, fn(db, &j), what);
        t[k] = now() - t0;
        rows = json_array_size(j) ? json_array_size(j) : json_object_size(j);
        json_decref(j);
    }
    double first = t[0];
    qsort(t, TIMES, sizeof *t, ascending);
    cpu = (clock_of(CLOCK_PROCESS_CPUTIME_ID) - cpu) / TIMES;
    printf("%-44s %6zu rows   first %7.2f ms   median %7.2f ms   CPU time %7.2f ms\n", what, rows, first * 1e3,
           t[TIMES / 2] * 1e3, cpu * 1e3);
}

/* name, what it reads: each one call of db.h */
#define READS(X)                                                                                                    \
    X(latest, "the latest 50 attempts", db_attempts(db, NULL, 50, ret))                                             \
    X(of_lab, "the latest 200 of one lab", db_attempts(db, "w07-lab", 200, ret))                                    \
    X(one, "one attempt with all that is known of it", db_attempt_get(db, 77, ret))                                 \
    X(course, "512 measurements of one bench, to plot", db_measurements(db, "w07-lab", "square", 512, ret))         \
    X(evidence, "what the runs of one lab prove", db_evidence(db, "w07-lab", ret))                                  \
    X(progress, "progress of one lab", db_lab_progress(db, "w07-lab", ret))                                         \
    X(all_progress, "progress of all labs", db_progress_all(db, ret))                                               \
    X(standing, "where all labs stand, for the home page", db_standing_all(db, ret))                                \
    X(past, "what the grader asks of the past", db_history_for_grader(db, "w07-lab", 1, ret))                       \
    X(week, "the log of a week", db_journal(db, latest_at - 7 * 86400000LL, 20000, ret))                            \
    X(predictions, "predictions of one lab", db_predictions(db, "w07-lab", ret))                                    \
    X(answers, "the latest answer to every question", db_answers(db, NULL, ret))                                    \
    X(answered, "the answers of one lab", db_answers(db, "w07-lab", ret))                                           \
    X(right, "the questions answered right", db_answers_right(db, ret))                                             \
    X(reviews, "the latest 100 reviews", db_reviews(db, 100, ret))                                                  \
    X(cards, "the cards", db_cards(db, ret))                                                                        \
    X(notes, "the notes of one lab", db_notes(db, "w07-lab", ret))

static int64_t latest_at;

#define FUNCTION(name, what, call)                                                                                  \
    static enum db_status name(struct db *db, json_t **ret)                                                         \
    {                                                                                                               \
        return call;                                                                                                \
    }
READS(FUNCTION)
#define TIMED(name, what, call) time_it(db, what, name);

int main(int argc, char **argv)
{
    int attempts = argc > 1 ? atoi(argv[1]) : 100000, samples = argc > 2 ? atoi(argv[2]) : 50;
    const char *tmp = getenv("TMPDIR");
    char path[4096];
    struct err err = { "" };
    struct db *db = NULL;
    struct stat st;
    snprintf(path, sizeof path, "%s/ridge-history-%d.db", tmp && *tmp ? tmp : "/tmp", (int)getpid());
    if (argc > 3)
        snprintf(path, sizeof path, "%s", argv[3]);
    enum db_status s = db_open(path, DB_CREATE, &db, &err);
    if (s != DB_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    double t0 = now();
    fill(db, attempts, samples, argv + 4, argc > 4 ? argc - 4 : 0);
    printf("%d attempts, %lld samples: filled in %.1f s, %.0f MB\n", attempts, (long long)attempts * samples,
           now() - t0, stat(path, &st) ? 0 : (double)st.st_size / 1e6);
    db_close(db);
    need(NULL, db_open(path, 0, &db, &err), err.text);
    latest_at = (int64_t)time(NULL) * 1000;
    READS(TIMED)
    db_close(db);
    if (argc > 3)
        return 0;
    char more[4200];
    snprintf(more, sizeof more, "rm -rf '%s' '%s-wal' '%s-shm' '%s.backups'", path, path, path, path);
    return system(more) ? 1 : 0;
}
