/*
 * ship_main.c: ridge-ship ROOT FILE DEPFILE writes what is kept of the curriculum below ROOT, so that the first start
 * on a machine need not evaluate it. With a mistake in the data the file is empty, and every start says what is wrong.
 */
#include "curriculum.h"
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put_path(FILE *out, const char *path)
{
    for (; *path; path++)
        fprintf(out, "%s%c", strchr(" #", *path) ? "\\" : *path == '$' ? "$" : "", *path);
}

static void depend(FILE *out, const char *root, const char *dir, const char *suffix)
{
    char **names = files_names(root, dir, suffix, !suffix);
    for (size_t k = 0; names && names[k]; k++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s/%s%s", root, dir, names[k], suffix ? "" : "/lab.lua");
        if (access(path, F_OK))
            continue;
        fputc(' ', out);
        put_path(out, path);
    }
    files_names_free(names);
}

/* For ninja: when any of these files is another, FILE is made anew. */
static int write_depfile(const char *path, const char *root, const char *file)
{
    static const char *const dirs[] = {"curriculum", "curriculum/lua", "curriculum/weeks", "curriculum/prelude",
                                       "curriculum/cards", "curriculum/deep"};
    FILE *out = fopen(path, "w");
    if (!out)
        return -1;
    put_path(out, file);
    fputc(':', out);
    for (size_t k = 0; k < sizeof dirs / sizeof *dirs; k++)
        depend(out, root, dirs[k], ".lua");
    depend(out, root, "labs", NULL);
    fprintf(out, "\n");
    return fclose(out);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    unlink(argv[2]);
    struct curriculum *cur = curriculum_open(argv[1], NULL);
    if (!cur)
        return 1;
    curriculum_keep(cur, argv[2]);
    curriculum_load(cur);
    curriculum_close(cur);
    FILE *there = fopen(argv[2], "a");
    int bad = !there || fclose(there) || write_depfile(argv[3], argv[1], argv[2]);
    return bad ? 1 : 0;
}
