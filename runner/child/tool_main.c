/*
 * ridge-tool FILE PROGRAM ARGS…: runs a part of a compiler (gcc's -wrapper starts each with this before it), and writes
 * the number of the signal that ended it into FILE. The driver itself ends with 1 whether a part was killed or found
 * an error, and what it prints may be the source's own words; a source can write no file while it is compiled. A part
 * that ends with an error leaves 0 there: where no part has, the driver could not start one.
 *
 * DIR/NAME.d/ld ARGS… (a link to this program, in the folder that gcc's -B names): the same of ld, which gcc's collect2
 * starts; FILE is DIR/NAME.end.
 */
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT_RUN = 127 };

/* The driver shall see what it would have seen without us. */
static void end_likewise(int sig)
{
    struct rlimit none = { 0, 0 };
    setrlimit(RLIMIT_CORE, &none);
    signal(sig, SIG_DFL);
    raise(sig);
    _exit(128 + sig);
}

/* The ld that would have run without ours: of the compiler's own folders (gcc tells them to collect2), or of PATH. */
static void exec_ld(char **argv, const char *ours)
{
    char path[PATH_MAX];
    const char *at = getenv("COMPILER_PATH");
    for (size_t n; at && *at; at += n + (at[n] == ':')) {
        n = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/ld", (int)n, at);
        if (strncmp(at, ours, strlen(ours)) && !access(path, X_OK))
            execv(path, argv);
    }
    execvp("ld", argv);
}

/* `file` for NAME.d/ld; 0: it was not started so. */
static int as_ld(const char *self, char file[PATH_MAX], char ours[PATH_MAX])
{
    static const char end[] = ".d/ld";
    size_t n = strlen(self);
    if (n <= strlen(end) || n >= PATH_MAX || strcmp(self + n - strlen(end), end))
        return 0;
    snprintf(ours, PATH_MAX, "%.*s", (int)(n - strlen("/ld")), self);
    snprintf(file, PATH_MAX, "%.*s.end", (int)(n - strlen(end)), self);
    return 1;
}

static void leave(const char *file, int sig)
{
    char line[16];
    int fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    int n = snprintf(line, sizeof line, "%d\n", sig);
    if (fd < 0 || write(fd, line, (size_t)n) != n)
        perror(file);
}

/* collect2 starts ld, which leaves its own word. */
static int is_collect2(const char *program)
{
    const char *base = strrchr(program, '/');
    return !strcmp(base ? base + 1 : program, "collect2");
}

int main(int argc, char **argv)
{
    char file[PATH_MAX], ours[PATH_MAX];
    int status, ld = argc && as_ld(argv[0], file, ours);
    if (!ld && argc < 3)
        return CANNOT_RUN;
    if (!ld)
        snprintf(file, sizeof file, "%s", argv[1]);
    pid_t pid = fork();
    if (pid == 0) {
        if (ld)
            exec_ld(argv, ours);
        else
            execvp(argv[2], argv + 2);
        _exit(CANNOT_RUN);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        return CANNOT_RUN;
    if (!WIFSIGNALED(status) && WEXITSTATUS(status) && (ld || !is_collect2(argv[2])))
        leave(file, 0);
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    leave(file, WTERMSIG(status));
    end_likewise(WTERMSIG(status));
    return CANNOT_RUN;
}
