#include "spec/reserved_names.hpp"

#include <algorithm>

namespace limbsmith {
namespace {

// Keywords of C23 and C++23.
constexpr std::string_view keywords =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t "
    "char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr "
    "constinit continue decltype default delete do double dynamic_cast else enum explicit export extern "
    "false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq private protected public register reinterpret_cast requires restrict return short "
    "signed sizeof static static_assert static_cast struct switch template this thread_local throw true "
    "try typedef typeid typename typeof typeof_unqual union unsigned using virtual void volatile wchar_t "
    "while xor xor_eq";

// Macros that gcc and clang predefine for a system or a processor.
constexpr std::string_view predefined = "i386 linux mips sparc sun unix";

// Objects, types and namespaces of the generated headers and of CUDA.
constexpr std::string_view taken = "blockDim blockIdx dim3 gridDim limbsmith main std threadIdx warpSize";

// Macros of the headers of C and POSIX, including <tgmath.h>, without the families below.
constexpr std::string_view library =
    "BIG_ENDIAN BUFSIZ BYTE_ORDER CLOCKS_PER_SEC DECIMAL_DIG EOF FP_FAST_FMA FP_ILOGB0 FP_ILOGBNAN "
    "FP_INFINITE FP_NAN FP_NORMAL FP_SUBNORMAL FP_ZERO HUGE_VAL HUGE_VALF HUGE_VALL I INFINITY "
    "LITTLE_ENDIAN L_ctermid L_tmpnam MATH_ERREXCEPT MATH_ERRNO NAN NSIG NULL ONCE_FLAG_INIT PIPE_BUF "
    "P_tmpdir TIMER_ABSTIME WEOF acos acosh alloca asin asinh assert atan atan2 atanh carg cbrt ceil "
    "cimag complex conj copysign cos cosh cproj creal erf erfc errno exp exp2 expm1 fabs fdim floor fma "
    "fmax fmin fmod fpclassify frexp hypot ilogb imaginary isalnum isalpha isascii isblank iscntrl "
    "isdigit isfinite isgraph isgreater isgreaterequal isinf isless islessequal islessgreater islower "
    "isnan isnormal isprint ispunct isspace isunordered isupper isxdigit kill_dependency ldexp lgamma "
    "llrint llround log log10 log1p log2 logb lrint lround math_errhandling nearbyint nextafter "
    "nexttoward noreturn offsetof pow remainder remquo rint round scalbln scalbn setjmp sigmask signbit "
    "sigsetjmp sin sinh sqrt stderr stdin stdout tan tanh tgamma toascii trunc unreachable";

// Macros of <errno.h> and <signal.h>.
constexpr std::string_view numbers_of_errors =
    "E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EADV EAFNOSUPPORT EAGAIN EALREADY EBADE EBADF EBADFD EBADMSG "
    "EBADR EBADRQC EBADSLT EBFONT EBUSY ECANCELED ECHILD ECHRNG ECOMM ECONNABORTED ECONNREFUSED "
    "ECONNRESET EDEADLK EDEADLOCK EDESTADDRREQ EDOM EDOTDOT EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN "
    "EHOSTUNREACH EHWPOISON EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR EISNAM EKEYEXPIRED "
    "EKEYREJECTED EKEYREVOKED EL2HLT EL2NSYNC EL3HLT EL3RST ELIBACC ELIBBAD ELIBEXEC ELIBMAX ELIBSCN "
    "ELNRNG ELOOP EMEDIUMTYPE EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENAVAIL ENETDOWN ENETRESET "
    "ENETUNREACH ENFILE ENOANO ENOBUFS ENOCSI ENODATA ENODEV ENOENT ENOEXEC ENOKEY ENOLCK ENOLINK "
    "ENOMEDIUM ENOMEM ENOMSG ENONET ENOPKG ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTBLK ENOTCONN "
    "ENOTDIR ENOTEMPTY ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENOTUNIQ ENXIO EOPNOTSUPP "
    "EOVERFLOW EOWNERDEAD EPERM EPFNOSUPPORT EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EREMCHG "
    "EREMOTE EREMOTEIO ERESTART ERFKILL EROFS ESHUTDOWN ESOCKTNOSUPPORT ESPIPE ESRCH ESRMNT ESTALE "
    "ESTRPIPE ETIME ETIMEDOUT ETOOMANYREFS ETXTBSY EUCLEAN EUNATCH EUSERS EWOULDBLOCK EXDEV EXFULL";
constexpr std::string_view signals =
    "SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL "
    "SIGPIPE SIGPOLL SIGPROF SIGPWR SIGQUIT SIGRTMAX SIGRTMIN SIGSEGV SIGSTKFLT SIGSTKSZ SIGSTOP SIGSYS "
    "SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ";

// Prefixes of families of macros: DBL_MAX, FE_UPWARD, LC_ALL, M_PI, SEEK_SET ...
constexpr std::string_view prefixes =
    "ATOMIC_ BUS_ CHAR_ CLD_ CLOCK_ DBL_ EXIT_ FD_ FE_ FLT_ FPE_ ILL_ LC_ LDBL_ M_ MB_ POLL_ SA_ SEEK_ "
    "SEGV_ SI_ SIG_ SIGEV_ SS_ TIME_ atomic_ va_";

// Whether `word` is in `list`, whose words are separated by single spaces.
bool has_word(std::string_view list, std::string_view word) {
    for (size_t begin = 0; begin < list.size();) {
        const size_t end = std::min(list.find(' ', begin), list.size());
        if (list.substr(begin, end - begin) == word) return true;
        begin = end + 1;
    }
    return false;
}

bool has_prefix_of(std::string_view list, std::string_view name) {
    const size_t end = name.find('_');
    return end != name.npos && has_word(list, name.substr(0, end + 1));
}

// PRId64, SCNxMAX.
bool is_format(std::string_view name) {
    constexpr std::string_view conversions = "diouxX";
    return (name.starts_with("PRI") || name.starts_with("SCN")) && name.size() > 4 &&
           conversions.find(name[3]) != conversions.npos;
}

// INT_MAX, PATH_MAX, SIZE_MAX; INT64_C.
bool is_limit(std::string_view name) {
    return name.ends_with("_MAX") || name.ends_with("_MIN") ||
           ((name.starts_with("INT") || name.starts_with("UINT")) && name.ends_with("_C"));
}

}  // namespace

std::string_view meaning_of(std::string_view name) {
    if (has_word(keywords, name)) return "a keyword of C or C++";
    if (has_word(predefined, name)) return "a macro that compilers define";
    if (has_word(taken, name)) return "a name that limbsmith, C++ or CUDA has already";
    if (name.ends_with("_t")) return "kept for types, as uint32_t is";
    if (has_word(library, name) || has_word(numbers_of_errors, name) || has_word(signals, name) ||
        has_prefix_of(prefixes, name) || is_format(name) || is_limit(name)) {
        return "a macro of the C library, or kept for one";
    }
    return {};
}

}  // namespace limbsmith
