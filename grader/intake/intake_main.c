/*
 * ridge-intake: reads what students handed in, in the box, and says on descriptor 3 what is there: one JSON object
 * a line; last {"end":true}, or {"error":why} when there is nothing to be had. It decides nothing.
 *     ridge-intake class|single ZONE PATH FILE...      FILE: the lab's files; ZONE: as intake_fetch() has it
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "intake.h"

static void write_line(FILE *out, json_t *j)
{
    if (!j || json_dumpf(j, out, JSON_COMPACT) || putc('\n', out) == EOF)
        exit(1);
    json_decref(j);
}

static void write_entry(const struct intake_entry *e, void *out)
{
    json_t *j = json_pack("{s:s s:I s:I}", "path", e->path, "size", (json_int_t)e->size, "mtime", (json_int_t)e->mtime);
    if (e->text)
        json_object_set_new(j, "text", json_string(e->text));
    if (e->refused)
        json_object_set_new(j, "refused", json_string(e->refused));
    if (e->inner)
        json_object_set_new(j, "inner", json_true());
    write_line(out, j);
}

/* libarchive reads a zip's times, which have no zone, in that of the process: POSIX's TZ counts minutes west. */
static void live_in(int zone)
{
    char tz[32];
    int m = abs(zone);
    if (zone == INTAKE_ZONE_OF_MACHINE)
        return;
    snprintf(tz, sizeof tz, "<DUE>%s%02d:%02d", zone > 0 ? "-" : "+", m / 60 % 24, m % 60);
    setenv("TZ", tz, 1);
    tzset();
}

int main(int argc, char **argv)
{
    struct err e = {""};
    struct stat st;
    FILE *out = argc < 5 ? NULL : fdopen(3, "w");
    if (!out) {
        fprintf(stderr, "ridge-intake is started by ridge\n");
        return 2;
    }
    setlocale(LC_ALL, "C.UTF-8"); /* for names in archives */
    live_in((int)strtol(argv[2], NULL, 10));
    json_t *edit = json_array();
    for (int k = 4; k < argc; k++)
        json_array_append_new(edit, json_string(argv[k]));
    struct intake_reader r = {.edit = edit, .single = !strcmp(argv[1], "single"), .entry = write_entry, .data = out};
    int rc = stat(argv[3], &st) ? err_set(&e, "%s", strerror(errno))
           : S_ISDIR(st.st_mode) ? intake_read_folder(&r, argv[3], &e) : intake_read_archive(&r, argv[3], &e);
    write_line(out, rc ? json_pack("{s:s}", "error", e.text) : json_pack("{s:b}", "end", 1));
    json_decref(edit);
    return fclose(out) ? 1 : 0;
}
