/* `ridge --version`: which Ridge this is, for a report of a fault, and which optional parts it was built with. */
#include <stdio.h>

#include "tui/built.h"
#include "cli.h"
#include "tui/commit.h"

/* Meson's options of the same names (meson_options.txt). */
static const struct {
    const char *name;
    int in;
} parts[] = {
    { "mpi", BUILT_MPI },     { "microhttpd", BUILT_MICROHTTPD }, { "verbs", BUILT_VERBS },
    { "scdoc", BUILT_SCDOC }, { "tests", BUILT_TESTS },
    { "criterion", BUILT_CRITERION }, { "vterm", BUILT_VTERM }, { "openmp", BUILT_OPENMP }, { "nvcc", BUILT_NVCC },
};
enum { PARTS = sizeof parts / sizeof *parts };

static int version_json(void)
{
    json_t *in = json_object();
    for (int k = 0; k < PARTS; k++)
        json_object_set_new(in, parts[k].name, json_boolean(parts[k].in));
    return cli_json(json_pack("{s:s s:s s:s s:b s:s s:s s:s s:o}", "schema", "ridge.version/1", "version",
                              RIDGE_VERSION, "commit", RIDGE_COMMIT, "built", 1, "buildtype", BUILT_TYPE, "sanitizers",
                              BUILT_SANITIZERS, "compiler", BUILT_COMPILER " " __VERSION__, "parts", in));
}

static void print_parts(const char *label, int in)
{
    int n = 0;
    printf("  %-9s ", label);
    for (int k = 0; k < PARTS; k++)
        if (parts[k].in == in)
            printf("%s%s", n++ ? ", " : "", parts[k].name);
    printf("%s\n", n ? "" : "nothing");
}

int cmd_version(struct cli *c)
{
    if (c->start.json)
        return version_json();
    printf("ridge " RIDGE_VERSION "\n"
           "  commit    " RIDGE_COMMIT "\n"
           "  build     " BUILT_TYPE ", " BUILT_COMPILER " " __VERSION__ ", sanitizers: " BUILT_SANITIZERS "\n");
    print_parts("with", 1);
    print_parts("without", 0);
    return APP_OK;
}
