/*
 * latency.c: how long from a key to its frame while a lab is built and run and from page to page, and from the start
 * to the first frame, seen from the other side of a pseudo-terminal. Not a test: it prints figures.
 *     latency [HOME]        HOME/ridge/ridge.db may hold years: `bench_history 100000 2 FILE w01-roofline` makes one
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/screen/vt.h"

#define HOME "L log" /* in the last line of home alone */

enum { KEYS = 300, STARTS = 15, TURNS = 5 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void print(const char *what, double *ms, int n)
{
    qsort(ms, (size_t)n, sizeof *ms, ascending);
    printf("%-44s n %3d   p50 %6.2f ms   p99 %6.2f ms   most %6.2f ms\n", what, n, ms[n / 2], ms[n * 99 / 100],
           ms[n - 1]);
}

/* The first row says which page is shown. */
static int page_is(struct vt *t, const char *name)
{
    char row[4096];
    vt_row(t, 0, row, sizeof row);
    return strstr(row, name) != NULL;
}

static struct vt *start(const char *home, double *ms)
{
    static const char *const env[] = { "EDITOR=true", NULL };
    double begun = now();
    struct vt *t = vt_open(home, 24, 80, env);
    while (t && !vt_shows(t, "? keys") && now() - begun < VT_PATIENCE_MS)
        vt_pump(t, 1);
    *ms = now() - begun;
    return t;
}

static void first_frames(const char *home)
{
    double ms[STARTS];
    for (int k = 0; k < STARTS; k++) {
        struct vt *t = start(home, &ms[k]);
        vt_keys(t, "Q");
        vt_end(t);
        vt_close(t);
    }
    print("first frame", ms, STARTS);
}

/* The list of keys is opened and closed beside a run that is started again and again. */
static int keys_to_frames(const char *home)
{
    double ms[KEYS], begun;
    struct vt *t = start(home, &begun);
    vt_keys(t, "~:lab w01\r");
    if (!vt_wait(t, "Milestones"))
        return 1;
    vt_keys(t, "e");
    if (!vt_wait(t, "Laid out in"))
        return 1;
    vt_keys(t, "r"); /* it asks for the cost card first, once */
    vt_pump(t, 500);
    for (int k = 0; k < KEYS; k++) {
        if (k % 20 == 0)
            vt_keys(t, "r");
        vt_pump(t, 23);
        begun = now();
        vt_keys(t, k % 2 ? "q" : "?");
        while (page_is(t, "› keys") == k % 2 && now() - begun < 1000)
            vt_pump(t, 1);
        ms[k] = now() - begun;
    }
    print("key to frame while w01-roofline is built and run", ms, KEYS);
    if (!vt_wait(t, "✗ Run ")) /* the last of them ends: the history has one */
        return 1;
    vt_keys(t, "Q");
    vt_end(t);
    vt_close(t);
    return 0;
}

/* One page back: how long until another one is shown. */
static double leave(struct vt *t)
{
    char was[4096], now_there[4096];
    double begun = now();
    vt_row(t, 0, was, sizeof was);
    vt_keys(t, page_is(t, "› commands") ? "\033" : "q"); /* q is a letter of a name there */
    do {
        vt_pump(t, 1);
        vt_row(t, 0, now_there, sizeof now_there);
    } while (!strcmp(was, now_there) && now() - begun < 3000);
    return now() - begun;
}

/* Opens one page from home again and again; what stands before the key is answered before the clock runs. */
static int page(struct vt *t, const char *name, const char *before, const char *key, const char *shows)
{
    double ms[TURNS], back[TURNS], begun;
    for (int k = 0; k < TURNS; k++) {
        vt_keys(t, before);
        vt_pump(t, 400);
        begun = now();
        vt_keys(t, key);
        while (!page_is(t, shows) && now() - begun < VT_PATIENCE_MS)
            vt_pump(t, 1);
        ms[k] = now() - begun;
        if (ms[k] >= VT_PATIENCE_MS) {
            fprintf(stderr, "%s: no '%s'\n", name, shows);
            vt_print(t);
            return 1;
        }
        vt_pump(t, 100); /* what was seen may be half a frame, with home's keys beneath it */
        for (int up = 0; up < 8 && !vt_over(t) && !vt_shows(t, HOME); up++) {
            back[k] = leave(t);
            vt_pump(t, 200);
        }
        if (!vt_shows(t, HOME)) {
            fprintf(stderr, "%s: no way back home\n", name);
            vt_print(t);
            return 1;
        }
    }
    print(name, ms, TURNS);
    print("   and back home", back, TURNS);
    return 0;
}

static int pages(const char *home)
{
    double begun;
    struct vt *t = start(home, &begun);
    vt_keys(t, "~");
    int rc = page(t, "home: the map", "", "m", "ridge › map") || page(t, "home: history", "", "H", "ridge › history") ||
             page(t, "home: the log", "", "L", "ridge › log") || page(t, "home: review", "", "v", "› review") ||
             page(t, "home: notes", "", "i", "› notes") || page(t, "home: cost calculator", "", "c", "› cost") ||
             page(t, "a lab", ":lab w01-roo", "\r", "› w01-roofline") ||
             page(t, "a lab's history", ":lab w01-roo\r", "H", "› history") ||
             page(t, "a report", ":lab w01-roo\rH", "\r", "history › run") ||
             page(t, "a lab's roofline", ":lab w01-roo\r", "f", "› roofline") ||
             page(t, "a lab's questions", ":lab w03-tx\r", "a", "› questions") ||
             page(t, "the longest lesson", ":lesson of c01", "\r", "› lesson") ||
             page(t, "a week", ":week 1: ", "\r", "› week 1") ||
             page(t, "a letter into the palette", ":", "x", " 0 found");
    vt_keys(t, "Q");
    vt_end(t);
    vt_close(t);
    return rc;
}

/* The keys come first: their runs are the history that the pages show. */
static int all(const char *home)
{
    first_frames(home);
    return keys_to_frames(home) | pages(home);
}

int main(int argc, char **argv)
{
    char home[] = "/tmp/ridge-latency-XXXXXX", command[128];
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc > 1)
        return all(argv[1]);
    if (!mkdtemp(home))
        return 1;
    int rc = all(home);
    snprintf(command, sizeof command, "rm -rf '%s'", home);
    return rc | system(command);
}
