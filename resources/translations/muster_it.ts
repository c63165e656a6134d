<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="it" sourcelanguage="en">
<context>
    <name>GpuCharts</name>
    <message>
        <source>15 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>6 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>24 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>7 d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>30 d</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Holding</name>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Metric</name>
    <message>
        <source>GPU utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of time in which a kernel ran</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of time in which GPU memory was read or written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU memory in use, the driver&apos;s own included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature of the GPU die</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Electrical power drawn by the board</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SM clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock of the streaming multiprocessors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock of the GPU memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Intended fan speed; passively cooled boards have none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P-state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 is the fastest state, 15 the slowest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ECC errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uncorrected memory errors since the driver was loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PCIe generation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Current link generation; idle GPUs drop to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PCIe width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Current number of PCIe lanes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throttle reasons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits of NVML&apos;s clock event reasons; 0 is none</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>State</name>
    <message>
        <source>Free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draining</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restricted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unhealthy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Active</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Killed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Staging</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Killing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gone by operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Links</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Priority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back-off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agents</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Throttle</name>
    <message>
        <source>idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>application clocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>power cap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hardware slowdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sync boost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thermal (software)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thermal (hardware)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>power brake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>display clocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>The container is being prepared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task is running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task ended with exit status 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read its stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task was killed on request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task was lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submit it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task is on its way to its agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task is invalid and was not launched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend what the message names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task was asked to end and has its grace period</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task was never launched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent of the task does not answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent does not know the task any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An operator declared the agent gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody knows the task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value is not one that this version knows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Muster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody uses the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A framework is considering the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A task holds the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restricted; the task that holds the GPU runs to its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An operator took the GPU out of service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU reports a fault</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read its events, reset it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU does not answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the driver and the bus, reboot the machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent is connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent lost its connection and may come back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent did not come back in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job ended with exit status 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job failed and has no retry left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job was killed on request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No machine has enough free cpus, mem or disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for less, or wait for a job to end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No machine has enough free GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for fewer, or wait for a job to end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No machine has the attribute that the job asks for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the constraint, or add such a machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No machine has so many GPUs linked by NVLink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for fewer, or drop the link constraint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs that would do are restricted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release a restricted GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs of a higher priority come first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last attempt failed; the next one starts after a pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agent is connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start an agent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::DesktopNotifier</name>
    <message numerus="yes">
        <source>%n more notices</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The last one: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::ExplainFeed</name>
    <message>
        <source>Asking the master…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::GpusPage</name>
    <message>
        <source>No GPUs in the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agent with a GPU has joined. On a machine with GPUs run: muster-agentd agent --master=HOST:5050. Does nvidia-smi list them there?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restrict…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep new work away from the chosen GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offer the chosen GPU again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not restricted: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is restricted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not released: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is released</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::JobsPage</name>
    <message>
        <source>No jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody has submitted a job yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submit a job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its processes are ended; what they have not written is lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It leaves the queue.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::Link</name>
    <message>
        <source>The master refused the token (401)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The master closed the connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The master has not answered for %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected to the master</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The master sent what this console does not understand: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::ListPage</name>
    <message>
        <source>Nothing known yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list fills when the master answers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::LogFeed</name>
    <message>
        <source>The task is not known any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End of the log</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::MainMenu</name>
    <message>
        <source>&amp;Cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Muster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Submit a job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Clear the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Compact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Normal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Large</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::MainWindow</name>
    <message>
        <source>Muster – %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agents have joined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On each machine of the cluster run: muster-agentd agent --master=HOST:5050</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No offers outstanding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All free resources were declined, or no framework wants any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submitted as %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Muster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Muster console %1
Pools the GPUs of many machines.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::Notices</name>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Muster console</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::OverviewPage</name>
    <message>
        <source>Total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out of service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resources of the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs by node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No GPUs in the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agent with a GPU has joined. On a machine with GPUs run: muster-agentd agent --master=HOST:5050. Does nvidia-smi list them there?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing known yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPUs appear when the master answers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::StatusLine</name>
    <message>
        <source>Simulated GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data %1 old</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agents %1/%2 · GPUs free %3/%4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::SubmitPage</name>
    <message>
        <source>Check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking the master…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submitted as %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::TasksPage</name>
    <message>
        <source>No tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No framework has launched a task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submit a job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>task %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its processes are ended; what they have not written is lost. Its framework may start it again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::WorkPage</name>
    <message>
        <source>Kill…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why %1 waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has not run yet: no log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kill %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not killed: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is being killed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::ExplanationModel</name>
    <message>
        <source>%1: found %2, enough</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: found %2, not enough</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::GpuModel</name>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Index on its node, as nvidia-smi prints it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why the GPU is restricted, or its fault</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bus id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Persistence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Display</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MIG</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ECC mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UUID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory used / total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power / cap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::HeatMapModel</name>
    <message>
        <source>%1 of %2 %3 (%4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GPU %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restricted by %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::HeatMetric</name>
    <message>
        <source>Utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of time in which a kernel ran</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the GPU&apos;s memory that is in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature of the GPU die</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power drawn, as a share of the board&apos;s limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the GPU is doing, without figures</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::JobDraft</name>
    <message>
        <source>Give the job a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 characters, at most %2 are allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say what is to be run, or give an image that knows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A job cannot have fewer than 0 GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At least 0.01 CPUs are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At least 32 MiB are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A GPU type needs at least 1 GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linked GPUs need at least 2 GPUs, %1 asked for</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::JobModel</name>
    <message>
        <source>Job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why the job does not run yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Priority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ran for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::NodeModel</name>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPUs used / total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory used / total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Driver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Registered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agent id</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::NoticeFinder</name>
    <message>
        <source>%1 started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was killed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1 is well again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1 is lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1 is unhealthy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::OfferModel</name>
    <message>
        <source>Offer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Framework</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::ProcessModel</name>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory (MiB)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::TaskModel</name>
    <message>
        <source>Task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Indices of its GPUs on the node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Framework</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::text</name>
    <message>
        <source>n/a</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::ClusterTable</name>
    <message>
        <source>Copy cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied &quot;%1&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Copied the row: %n cells</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Copied the id %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort ascending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort descending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort by this too (Shift+click)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save columns as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove saved columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name for these columns, their widths and sorting:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::ExplainPanel</name>
    <message>
        <source>Machines and what the job needs of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 further machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 further machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 job before it in the queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 jobs before it in the queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::Filter</name>
    <message>
        <source>user:me: your own name is not known here; write it out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>/%1/ is not a pattern: %2 at character %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1%2 lacks a value, as in %1%2%3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds words, not numbers: use %1:%2 or %1=%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a value for %2; write for example %2%3%4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No column &quot;%1&quot;; there are %2. To find the text itself: &quot;%3…&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filter has %1 characters, at most %2 are read</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::FilterBox</name>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter (Ctrl+F), F1 explains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words, !not, /regex/, column:word, column&gt;number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What can be written here (F1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help on filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows in which both words occur</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with the blank between them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows without it; ! goes before anything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a regular expression, of some cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in that column only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numbers: &gt; &gt;= &lt; &lt;= = !=</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>times: s, m, h, d, w</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns of this list:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::FilterProxy</name>
    <message>
        <source>The pattern is too slow: %1 of %2 rows in %3 s; write it simpler</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::GpuCharts</name>
    <message>
        <source>Show the last %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the span before the last zoom (Backspace)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values as CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Charts as PNG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save what the charts show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line: mean, tint: lowest to highest. Drag to zoom.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured by this board: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · Loading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · No history: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not written: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::GpuDetails</name>
    <message>
        <source>Restrict…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processes on the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No running processes found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (lanes: %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No NVLink peers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVLink peers: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: GPU %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restricted by %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restricted by %1 until %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::HeatCard</name>
    <message>
        <source>Task %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, last %2 min</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::HeatLegend</name>
    <message>
        <source>Legend of the heat map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, dark is %2 %4, bright is %3 %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::HeatMap</name>
    <message>
        <source>GPU %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heat map of all GPUs by node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrows walk the GPUs, a typed name finds a node, F1 shows all about a GPU, Enter opens it, plus, minus and 0 zoom</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::HeatPanel</name>
    <message>
        <source>&amp;Colour by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metric of the heat map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out (-)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all GPUs (0)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::ListPanel</name>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose columns, and save the choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 of %1 match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No row fits &quot;%1&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::LogViewer</name>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the end in view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::RestrictDialog</name>
    <message>
        <source>%1 is taken out of service at once: it is offered to nobody.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is offered to nobody any more. Task %2 that holds it runs to its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restrict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restrict a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End of the restriction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why, for those who ask later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A reason is needed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::Sparkline</name>
    <message>
        <source>No samples yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::StaleBanner</name>
    <message>
        <source>Retry now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected, nothing known yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected. Figures as of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next attempt in %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::SubmitForm</name>
    <message>
        <source> MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs joined by NVLink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train-resnet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None: the node&apos;s own files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As Docker names it: nvcr.io/nvidia/pytorch:23.10-py3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>python3 train.py --epochs 10</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only nodes whose attribute &quot;gpu&quot; has this value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All GPUs of the job are direct NVLink peers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same job on the command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where it would be placed now, without submitting it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;ommand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU &amp;type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Linked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;CPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Priority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Retries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent to the master…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend what is marked</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::TimeChart</name>
    <message>
        <source>no data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lowest %1, mean %2, highest %3, latest %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No data in this time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
