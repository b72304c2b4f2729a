/*
 * class_screen.c: is the class screen quick enough for a big class? Makes one, opens it, then plays keys on the
 * real program. Not a test: it prints figures.
 *
 *     class_screen RIDGE ROOT [STUDENTS [LABS]]      default 300 students, 60 labs
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tui/app/class_sheet.h"
#include "db/gradebook.h"

enum { TIMES = 7, KEYS = 400 };

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

static void need(struct db *db, enum db_status s)
{
    if (s == DB_OK)
        return;
    fprintf(stderr, "%s\n", db_error(db));
    exit(1);
}

static void hand_in(struct db *db, int64_t student, int k, int lab)
{
    char name[32], text[64];
    int64_t id;
    snprintf(name, sizeof name, "w%02d-lab", lab);
    snprintf(text, sizeof text, "/* %d, %d */", k, lab);
    struct db_file f = { "lab.c", text, strlen(text) };
    struct db_submission b = { .student = student, .lab = name, .origin = "upload.tar", .file = &f, .nfiles = 1 };
    if ((k + lab) % 9 == 0)
        return; /* nothing handed in */
    need(db, db_submission_add(db, &b, &id, NULL));
    need(db, db_grading_queue(db, id, 1, 0, NULL, NULL));
}

static void grade(struct db *db)
{
    static const char *const status[] = { "PASS", "PASS", "FAIL", "PASS", "ERROR", "PASS" };
    for (;;) {
        json_t *job = NULL;
        need(db, db_grading_lease(db, NULL, "bench", 60000, &job));
        int64_t id = json_integer_value(json_object_get(job, "id"));
        json_decref(job);
        if (!id)
            return;
        json_t *report = json_pack("{s:[{s:s s:s}]}", "milestones", "id", "correct", "status", status[id % 6]);
        struct db_grading g = { .status = status[id % 6], .sandbox = "L1", .points = (double)(id % 101), .max = 100,
                                .duration_ms = 900, .report = report };
        need(db, db_grading_done(db, id, "bench", &g));
        json_decref(report);
    }
}

static void make_class(const char *path, int students, int labs)
{
    char key[32], name[32];
    struct err err = { "" };
    struct db *db = NULL;
    int64_t id;
    if (db_open(path, DB_CREATE, &db, &err) != DB_OK) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    need(db, db_begin(db));
    for (int k = 0; k < students; k++) {
        struct db_student s = { .key = key, .name = name, .section = k % 2 ? "B" : "A" };
        snprintf(key, sizeof key, "u%06d", k);
        snprintf(name, sizeof name, "Student %d", k);
        need(db, db_student_put(db, &s, &id));
        for (int lab = 1; lab <= labs; lab++)
            hand_in(db, id, k, lab);
    }
    grade(db);
    need(db, db_commit(db));
    db_close(db);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void time_load(const char *path)
{
    struct app a = { 0 };
    struct class_sheet s;
    double t[TIMES], cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    if (db_open(path, DB_RDONLY, &a.db, NULL) != DB_OK)
        exit(1);
    for (int k = 0; k < TIMES; k++) {
        double t0 = now();
        if (class_sheet_load(&a, &s) != APP_OK) {
            fprintf(stderr, "%s\n", a.error);
            exit(1);
        }
        t[k] = now() - t0;
        if (k + 1 == TIMES)
            printf("%zu students x %zu labs: ", s.nstudents, s.nlabs);
        class_sheet_free(&s);
    }
    qsort(t, TIMES, sizeof *t, ascending);
    printf("load median %.0f ms, worst of %d %.0f ms, CPU time %.0f ms each\n", t[TIMES / 2] * 1e3, TIMES,
           t[TIMES - 1] * 1e3, (clock_of(CLOCK_PROCESS_CPUTIME_ID) - cpu) / TIMES * 1e3);
    db_close(a.db);
}

/* Seconds that the program takes to open the class and see `keys` keys, a frame after each. */
static double play(const char *ridge, const char *home, int keys)
{
    char path[4200], command[13000];
    snprintf(path, sizeof path, "%s/keys", home);
    FILE *f = fopen(path, "w");
    if (!f)
        exit(1);
    fprintf(f, "size 120x40\nkeys C\nwait students\n");
    for (int k = 0; k < keys; k++)
        fprintf(f, "keys %s\nwait students\n", k % 3 ? "j" : "l");
    fprintf(f, "save -\n");
    fclose(f);
    snprintf(command, sizeof command, "'%s' --home '%s' --script '%s' >/dev/null", ridge, home, path);
    double t0 = now();
    if (system(command)) {
        fprintf(stderr, "the script did not play\n");
        exit(1);
    }
    return now() - t0;
}

int main(int argc, char **argv)
{
    int students = argc > 3 ? atoi(argv[3]) : 300, labs = argc > 4 ? atoi(argv[4]) : 60;
    const char *tmp = getenv("TMPDIR");
    char home[4000], path[4100], more[4100];
    if (argc < 3) {
        fprintf(stderr, "usage: class_screen RIDGE ROOT [STUDENTS [LABS]]\n");
        return 2;
    }
    setenv("RIDGE_ROOT", argv[2], 1);
    snprintf(home, sizeof home, "%s/ridge-class-screen-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(home))
        return 1;
    snprintf(path, sizeof path, "%s/ridge.db", home);
    make_class(path, students, labs);
    time_load(path);
    play(argv[1], home, 0); /* warms the curriculum's cache */
    double none = play(argv[1], home, 0), many = play(argv[1], home, KEYS);
    printf("program start to class in sight %.0f ms; a key and its frame %.2f ms (%d keys, 120x40)\n", none * 1e3,
           (many - none) / KEYS * 1e3, KEYS);
    snprintf(more, sizeof more, "rm -rf '%s'", home);
    return system(more) ? 1 : 0;
}
