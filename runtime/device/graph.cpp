// Graph by the capture of a stream.
#include "device/graph.hpp"

#include <memory>
#include <utility>

#include "device/driver.hpp"

namespace limbsmith::runtime {
namespace {

struct DestroyGraph {
    void operator()(CUgraph graph) const { driver().cuGraphDestroy(graph); }
};
using Recorded = std::unique_ptr<CUgraph_st, DestroyGraph>;

Recorded end_capture(const Stream& stream, const std::string& name) {
    CUgraph graph = nullptr;
    const CUresult ended = driver().cuStreamEndCapture(stream.handle(), &graph);
    Recorded recorded(graph);
    check(ended, "cuStreamEndCapture of " + name);
    return recorded;
}

// In relaxed mode the work may allocate memory.
Recorded record(const Device& device, const std::string& name, const std::function<void(Stream& on)>& give) {
    Stream stream(device, Stream::Kind::separate);
    const Device::Scope scope(device);
    check(driver().cuStreamBeginCapture(stream.handle(), CU_STREAM_CAPTURE_MODE_RELAXED),
          "cuStreamBeginCapture of " + name);
    try {
        give(stream);
    } catch (...) {
        CUgraph graph = nullptr;
        driver().cuStreamEndCapture(stream.handle(), &graph);
        const Recorded dropped(graph);
        throw;
    }
    return end_capture(stream, name);
}

}  // namespace

Graph::Graph(const Device& device, std::string name, const std::function<void(Stream& on)>& give)
    : device_(device), name_(std::move(name)) {
    const Recorded recorded = record(device, name_, give);
    const Device::Scope scope(device_);
    check(driver().cuGraphInstantiate(&handle_, recorded.get(), 0), "cuGraphInstantiate of " + name_);
}

Graph::~Graph() {
    try {
        const Device::Scope scope(device_);
        driver().cuGraphExecDestroy(handle_);
    } catch (const std::exception&) {
        // the device is lost, and the graph with it
    }
}

void Graph::launch(Stream& on) const {
    {
        const Device::Scope scope(device_);
        check(driver().cuGraphLaunch(handle_, on.handle()), "launch of the graph of " + name_);
    }
    on.launched(name_);
}

}  // namespace limbsmith::runtime
