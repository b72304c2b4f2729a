/* pack_entries.c: see pack.h. */
#include <stdlib.h>

#include "grader/intake/intake.h"
#include "grader/pack/pack.h"
#include "pack.h"
#include "runner/base/programs.h"

json_t *pack_entries(const char *path, struct err *e)
{
    char *program = programs_find("ridge-intake");
    json_t *wanted = pack_wanted();
    json_t *entries = intake_fetch(program, path, true, INTAKE_ZONE_OF_MACHINE, wanted, NULL, e);
    json_decref(wanted);
    free(program);
    return entries;
}
