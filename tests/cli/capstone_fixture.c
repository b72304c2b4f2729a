/* Recorded work of a capstone in a workbook of its own: capstone_fixture DB LAB FILE. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#include "tui/app/evidence.h"
#include "runner/base/util.h"

int main(int argc, char **argv)
{
    struct err e = { "" };
    struct db *db = NULL;
    if (argc != 4 || db_open(argv[1], DB_CREATE, &db, &e) != DB_OK)
        return fprintf(stderr, "%s\n", argc == 4 ? e.text : "usage: capstone_fixture DB LAB FILE"), 1;
    char *text = util_read_file(argv[3], 1 << 20, &e);
    json_t *lab = json_pack("{s:s}", "id", argv[2]);
    int bad = !text || evidence_play(db, lab, text, &e);
    if (bad)
        fprintf(stderr, "%s\n", e.text);
    json_decref(lab);
    free(text);
    db_close(db);
    return bad;
}
