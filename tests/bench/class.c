/*
 * class.c: is the gradebook quick enough for a big class? Generates one, grades it, then times what
 * an instructor waits for. Not a test: it prints figures.
 *
 *     class [STUDENTS [LABS]]      default 300 students, 20 labs: 6000 gradings, half of them twice
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "db/gradebook.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void need(struct db *db, enum db_status s, const char *what)
{
    if (s == DB_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, db ? db_error(db) : db_status_name(s));
    exit(1);
}

/* A student and what she hands in: a file of some 4 KB for each lab. */
static void enrol(struct db *db, int k, int labs)
{
    char key[32], name[32], lab[32], text[4096];
    json_t *extra = json_pack("{s:i, s:s}", "Row", k, "Programme", "MSc");
    struct db_student s = { .key = key, .name = name, .email = "someone@example.org", .section = k % 2 ? "B" : "A",
                            .extra = extra };
    int64_t student, id;
    snprintf(key, sizeof key, "u%06d", k * 7919 % 1000003);
    snprintf(name, sizeof name, "Student %d", k);
    need(db, db_student_put(db, &s, &student), "student");
    json_decref(extra);
    for (int j = 0; j < labs; j++) {
        memset(text, 'x', sizeof text);
        snprintf(text, sizeof text, "/* %d, %d */", k, j);
        struct db_file f = { "lab.c", text, sizeof text };
        snprintf(lab, sizeof lab, "w%02d-lab", j + 1);
        struct db_submission b = { .student = student, .lab = lab, .origin = "upload.tar", .file = &f, .nfiles = 1 };
        need(db, db_submission_add(db, &b, &id, NULL), "submission");
        need(db, db_grading_queue(db, id, 1, 0, NULL, NULL), "queue");
        if ((k + j) % 2)
            need(db, db_grading_queue(db, id, 1, 1, NULL, NULL), "queue a regrade");
    }
}

/* A report as long as most are. */
static json_t *report(int64_t id)
{
    json_t *list = json_array();
    for (int k = 0; k < 60; k++)
        json_array_append_new(list, json_pack("{s:i, s:s, s:f}", "case", k, "status", "PASS", "seconds", 1e-3 * k));
    return json_pack("{s:I, s:o}", "grading", (json_int_t)id, "cases", list);
}

static int grade(struct db *db)
{
    for (int n = 0;; n++) {
        json_t *job = NULL;
        need(db, db_grading_lease(db, NULL, "bench", 60000, &job), "lease");
        int64_t id = json_integer_value(json_object_get(job, "id"));
        json_decref(job);
        if (!id)
            return n;
        json_t *r = report(id);
        struct db_grading g = { .status = id % 5 ? "PASS" : "FAIL", .stage = "gold", .sandbox = "full", .max = 100,
                                .points = (double)(id % 101), .duration_ms = 900, .report = r };
        need(db, db_grading_done(db, id, "bench", &g), "done");
        json_decref(r);
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

enum { TIMES = 21 };

static void time_it(struct db *db, const char *what, enum db_status (*fn)(struct db *, json_t **))
{
    double t[TIMES];
    size_t rows = 0;
    for (int k = 0; k < TIMES; k++) {
        json_t *j = NULL;
        double t0 = now();
        need(db, fn(db, &j), what);
        t[k] = now() - t0;
        rows = json_array_size(j);
        json_decref(j);
    }
    double first = t[0];
    qsort(t, TIMES, sizeof *t, ascending);
    printf("%-36s %6zu rows   first %7.2f ms   median %7.2f ms   worst %7.2f ms\n", what, rows, first * 1e3,
           t[TIMES / 2] * 1e3, t[TIMES - 1] * 1e3);
}

static enum db_status of_a_lab(struct db *db, json_t **ret)
{
    return db_gradings(db, "w07-lab", -1, ret);
}

static enum db_status of_all_labs(struct db *db, json_t **ret)
{
    return db_gradings(db, NULL, -1, ret);
}

static enum db_status submissions(struct db *db, json_t **ret)
{
    return db_submissions(db, "w07-lab", ret);
}

static enum db_status audit_check(struct db *db, json_t **ret)
{
    int64_t bad = -1;
    enum db_status s = db_audit_check(db, &bad);
    *ret = NULL;
    if (s == DB_OK && bad)
        printf("row %lld of the audit is broken\n", (long long)bad);
    return s;
}

static enum db_status doctor(struct db *db, json_t **ret)
{
    return db_check(db, ret);
}

/* What one lease and one verdict cost, each on disk when it returns: `n` regrades. */
static void time_a_night(struct db *db, int n)
{
    for (int k = 0; k < n; k++)
        need(db, db_grading_queue(db, k + 1, 2, 2, NULL, NULL), "queue");
    double t0 = now();
    n = grade(db);
    printf("%d leased and done, one after the other: %.2f ms each\n", n, (now() - t0) / n * 1e3);
}

int main(int argc, char **argv)
{
    int students = argc > 1 ? atoi(argv[1]) : 300, labs = argc > 2 ? atoi(argv[2]) : 20;
    const char *tmp = getenv("TMPDIR");
    char path[4096], more[17000];
    struct err err = { "" };
    struct db *db = NULL;
    struct stat st;
    snprintf(path, sizeof path, "%s/ridge-class-%d.db", tmp && *tmp ? tmp : "/tmp", (int)getpid());
    if (db_open(path, DB_CREATE, &db, &err) != DB_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    double t0 = now();
    need(db, db_begin(db), "begin");
    for (int k = 0; k < students; k++)
        enrol(db, k, labs);
    int n = grade(db);
    need(db, db_commit(db), "commit");
    printf("%d students, %d labs, %d gradings: filled in %.1f s, ", students, labs, n, now() - t0);
    db_close(db);
    printf("%.0f MB\n", stat(path, &st) ? 0 : (double)st.st_size / 1e6);
    need(NULL, db_open(path, 0, &db, &err), err.text);
    time_it(db, "gradings of one lab", of_a_lab);
    time_it(db, "gradings of all labs", of_all_labs);
    time_it(db, "submissions of one lab", submissions);
    time_it(db, "the audit's chain, checked", audit_check);
    time_it(db, "doctor's check of everything", doctor);
    time_a_night(db, 200);
    db_close(db);
    snprintf(more, sizeof more, "rm -rf '%s' '%s-wal' '%s-shm' '%s.backups'", path, path, path, path);
    return system(more) ? 1 : 0;
}
