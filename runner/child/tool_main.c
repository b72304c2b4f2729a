/*
 * ridge-tool FILE PROGRAM ARGS…: runs a part of a compiler (gcc's -wrapper starts each with this before it), and writes
 * the number of the signal that ended it into FILE. The driver itself ends with 1 whether a part was killed or found
 * an error, and what it prints may be the source's own words; a source can write no file while it is compiled.
 */
#include <fcntl.h>
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

int main(int argc, char **argv)
{
    char line[16];
    int status;
    if (argc < 3)
        return CANNOT_RUN;
    pid_t pid = fork();
    if (pid == 0) {
        execvp(argv[2], argv + 2);
        _exit(CANNOT_RUN);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        return CANNOT_RUN;
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    int fd = open(argv[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    int n = snprintf(line, sizeof line, "%d\n", WTERMSIG(status));
    if (fd < 0 || write(fd, line, (size_t)n) != n)
        perror(argv[1]);
    end_likewise(WTERMSIG(status));
    return CANNOT_RUN;
}
