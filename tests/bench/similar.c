/*
 * similar.c: how long does it take to compare a class? Sources of about 300 lines are made from this repository's
 * kernels, each with other names, other orders and some lines of its own. Not a test: it prints figures.
 *
 *     similar ROOT [SUBMISSIONS [ARCHIVE]]      default 300 and 300
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/similar/similar.h"
#include "runner/base/util.h"

enum { LINES = 300, MOST = 20000 };

static char *pool[MOST]; /* lines of code */
static size_t npool;

static void read_pool(const char *root)
{
    char *pattern = util_path("%s/kernels/*/*.c*", root);
    struct err e;
    glob_t g;
    if (!glob(pattern, 0, NULL, &g))
        for (size_t k = 0; k < g.gl_pathc; k++) {
            char *s = util_read_file(g.gl_pathv[k], 1 << 20, &e);
            for (char *line = s ? strtok(s, "\n") : NULL; line && npool < MOST; line = strtok(NULL, "\n"))
                pool[npool++] = line;
        }
    globfree(&g);
    free(pattern);
}

/* Stretches of 5 to 34 lines from anywhere: what people of one course share by chance and by habit. */
static char *make_source(unsigned *seed)
{
    struct text t = { 0 };
    for (int have = 0; have < LINES;) {
        size_t n = 5 + (size_t)rand_r(seed) % 30, from = (size_t)rand_r(seed) % (npool - n);
        for (size_t k = 0; k < n && have < LINES; k++, have++)
            text_addf(&t, "%s\n", pool[from + k]);
    }
    return t.s;
}

int main(int argc, char **argv)
{
    int class = argc > 2 ? atoi(argv[2]) : 300, archive = argc > 3 ? atoi(argv[3]) : 300;
    unsigned seed = 1;
    char who[32];
    if (argc < 2 || (read_pool(argv[1]), npool < 100)) {
        fprintf(stderr, "usage: similar ROOT [SUBMISSIONS [ARCHIVE]]\n");
        return 2;
    }
    struct similar *s = similar_new();
    double t0 = util_now();
    for (int k = 0; k < class + archive; k++) {
        char *text = make_source(&seed);
        snprintf(who, sizeof who, "s%d", k);
        similar_begin(s, k < class ? SIMILAR_CLASS : SIMILAR_ARCHIVE, who);
        similar_file(s, "a.c", text, strlen(text));
        free(text);
    }
    double t1 = util_now();
    json_t *d = similar_compare(s, 100, 0);
    double t2 = util_now(), tokens = 0;
    size_t k;
    const json_t *doc;
    json_array_foreach(json_object_get(d, "documents"), k, doc)
        tokens += json_number_value(json_object_get(doc, "tokens"));
    printf("%d submissions, %d of the archive, %d lines each, %.0f tokens: read %.3f s, compared %.3f s\n", class,
           archive, LINES, tokens, t1 - t0, t2 - t1);
    json_decref(d);
    similar_free(s);
    return 0;
}
