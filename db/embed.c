/*
 * embed.c: a build tool. Turns schema.sql and the migrations into one C file, so that the program
 * needs no files beside it to make or upgrade a workbook.
 *
 *     embed OUT.c schema.sql migrations/0001.sql migrations/0002.sql …
 */
#include <stdio.h>
#include <stdlib.h>

/* Bytes, not string literals: compilers need not take long ones. */
static int put_bytes(FILE *out, const char *path)
{
    FILE *in = fopen(path, "rb");
    int c, column = 0;

    if (!in) {
        perror(path);
        return -1;
    }
    while ((c = getc(in)) != EOF) {
        if (c > 127) {
            fprintf(stderr, "%s: ASCII only, please: char may be signed or not\n", path);
            return -1;
        }
        fprintf(out, "%d,%s", c, ++column % 24 ? "" : "\n");
    }
    fputs("0};\n", out);
    return fclose(in);
}

int main(int argc, char **argv)
{
    FILE *out = argc > 2 ? fopen(argv[1], "wb") : NULL;

    if (!out) {
        fprintf(stderr, "usage: embed OUT.c SCHEMA MIGRATION...\n");
        return EXIT_FAILURE;
    }
    fputs("#include \"db/internal.h\"\n\nconst char db_schema_sql[] = {\n", out);
    if (put_bytes(out, argv[2]))
        return EXIT_FAILURE;
    for (int k = 3; k < argc; k++) {
        fprintf(out, "static const char step_%d[] = {\n", k - 2);
        if (put_bytes(out, argv[k]))
            return EXIT_FAILURE;
    }
    fputs("const char *const db_migrations[] = {", out);
    for (int k = 3; k < argc; k++)
        fprintf(out, "step_%d, ", k - 2);
    fprintf(out, "};\n_Static_assert(sizeof db_migrations / sizeof *db_migrations == DB_VERSION,\n"
                 "               \"DB_VERSION and migrations/ differ\");\n");
    return fclose(out) ? EXIT_FAILURE : EXIT_SUCCESS;
}
