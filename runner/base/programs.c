/* Ridge is wherever its programs are: no path of the machine that built it is compiled in, so that an installation can
 * be moved, copied to another machine or unpacked below a DESTDIR. */
#define _GNU_SOURCE
#include "programs.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/base/installed.h"
#include "util.h"

char *programs_folder(void)
{
    char exe[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (n <= 0)
        return strdup(".");
    exe[n] = 0;
    *strrchr(exe, '/') = 0;
    return strdup(exe);
}

char *programs_share(void)
{
    char *folder = programs_folder(), *path = util_path("%s%s", folder, TO_SHARE);
    free(folder);
    return path;
}

char *programs_find(const char *name)
{
    /* beside it, three folders of a build, and from bindir the libexec of an installation (meson.build) */
    static const char *const at[] = { "", "/../runner", "/../runner/simt", "/../grader", TO_LIBEXEC };
    char *folder = programs_folder(), *path = NULL;
    for (size_t k = 0; !path && k < sizeof at / sizeof at[0]; k++) {
        path = util_path("%s%s/%s", folder, at[k], name);
        if (access(path, F_OK)) {
            free(path);
            path = NULL;
        }
    }
    char *real = path ? realpath(path, NULL) : util_path("%s/%s", folder, name);
    free(path);
    free(folder);
    return real ? real : strdup(name);
}
