// Systems from text. The numbers are read by a pool of the host.
#include "limbsmith/error.hpp"
#include "limbsmith/pool/rational.hpp"
#include "matrices.hpp"

namespace exact_solve {
namespace {

using namespace limbsmith;

struct Place {
    size_t line, column;  // from 1
};

class Reader {
  public:
    explicit Reader(const std::string& name) : name_(name) {}

    void read_line(std::string_view line) {
        ++line_;
        line = line.substr(0, line.find('#'));
        constexpr std::string_view blanks = " \t\r";
        size_t length = 0, begin = 0, end = 0;
        while ((begin = line.find_first_not_of(blanks, end)) != std::string_view::npos) {
            end = std::min(line.find_first_of(blanks, begin), line.size());
            const Place place{line_, begin + 1};
            if (columns_ && length == columns_) refuse(place, "more numbers than in the first row");
            if (columns_ && rows_ + 1 == columns_) refuse(place, "more rows than unknowns");
            add(line.substr(begin, end - begin), place);
            ++length;
        }
        if (length == 0) return;
        const Place last{line_, end + 1};
        if (length == 1 && !columns_)
            refuse(last, "a row has a coefficient of each unknown, and the right side");
        if (columns_ && length < columns_) refuse(last, "fewer numbers than in the first row");
        columns_ = length;
        ++rows_;
    }

    System system() {
        const Place end{line_, 1};
        if (!columns_) refuse(end, "no rows");
        if (rows_ + 1 < columns_)
            refuse(end, std::to_string(columns_ - 1) + " unknowns, but no more than " +
                            std::to_string(rows_) + (rows_ == 1 ? " row" : " rows"));
        System system{Kind::given, rows_, {}};
        for (size_t i = 0; i < numbers_.size(); ++i) {
            if (const pool::Failure it = failure(pool_, numbers_[i]); it != pool::Failure::none)
                refuse(places_[i], std::string(to_string(it)));
            system.entries.emplace_back(pool_.value(numbers_[i].numerator),
                                        pool_.value(numbers_[i].denominator));
        }
        return system;
    }

  private:
    void add(std::string_view text, Place place) {
        try {
            numbers_.push_back(pool::rational(pool_, text));
        } catch (const runtime::InputError& error) {
            refuse(place, error.what());
        }
        places_.push_back(place);
    }

    [[noreturn]] void refuse(Place place, const std::string& message) const {
        throw runtime::InputError(name_ + ":" + std::to_string(place.line) + ":" +
                                  std::to_string(place.column) + ": " + message);
    }

    std::string name_;
    pool::Pool pool_;
    std::vector<pool::Rational> numbers_;
    std::vector<Place> places_;
    size_t line_ = 0, rows_ = 0, columns_ = 0;  // columns_: 0 before the first row
};

}  // namespace

System read_system(const std::string& name, std::string_view content) {
    Reader reader(name);
    for (size_t begin = 0; begin <= content.size();) {
        const size_t end = std::min(content.find('\n', begin), content.size());
        reader.read_line(content.substr(begin, end - begin));
        begin = end + 1;
    }
    return reader.system();
}

}  // namespace exact_solve
