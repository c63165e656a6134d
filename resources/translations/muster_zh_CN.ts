<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Alert</name>
    <message>
        <source>GPU unhealthy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agent unreachable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU hot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU held but idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Job waits long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Critical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Handshake</name>
    <message>
        <source>The certificate is for another name than %1: give the address as the certificate has it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The certificate of %1 is not of an authority that this machine trusts: give its CA file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The certificate of %1 has expired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The certificate of %1 is not valid yet: is the clock right?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The certificate of %1 is refused: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The master refused the token (401)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The master does not admit this user or this name of it (403)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no Muster master at this address (404)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no machine of the name %1: is it spelt right?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refused the connection: does the master run, on this port?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not answer: is the network up, the address right?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No TLS with %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The master closed the connection</source>
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
    <message>
        <source>PCIe received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traffic over PCIe to the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PCIe sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traffic over PCIe from the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVLink received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Payload over all NVLinks to the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVLink sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Payload over all NVLinks from the GPU</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OrderText</name>
    <message>
        <source>Choose a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is restricted already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a GPU that is restricted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not restricted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is taken out of service at once: it is offered to nobody.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is offered to nobody any more. The task that holds it runs to its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 are taken out of service at once: they are offered to nobody.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 are offered to nobody any more. Tasks that hold them run to their end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, held by %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restrict %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restrict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restricted: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, restricted by %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offered again: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Released: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is drained already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 drains already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not drained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 still drains: it can be resumed when its tasks have ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No new work is placed on %1. Nothing runs there now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No new work is placed on %1. It %2; jobs among them go back to the queue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drain %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No new work is placed on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, drained by %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Work is placed on %1 again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Work is placed on %1 again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 task</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tasks</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>1 user</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n users</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>1 job</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n jobs</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>1 node</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 on %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stops %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a job that waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs already: only a job that waits can be held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is held already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a job that is held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Until the release %1 does not start. The place in the queue is kept, and others may go ahead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, held by %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the old place in the queue: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2, not started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This %1. Their processes are ended; what they have not written is lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out of the queue: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kill %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Being killed: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This %1. Their processes are ended; what they have not written is lost. Their frameworks may start them again.</source>
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
    <message>
        <source>Held</source>
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
    <message>
        <source>An operator keeps the job in the queue</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::AlertsPage</name>
    <message>
        <source>All is well</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No GPU, machine or job needs your attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acknowledge…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell the others that you have seen the chosen alert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the GPU, node or job that the chosen alert is about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Orders of operators, alerts, and agents that come and go are listed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load older events; so does scrolling to the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chosen alert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not acknowledged: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is acknowledged</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::BadgeDelegate</name>
    <message>
        <source>%1+</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::ChartSaver</name>
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
</context>
<context>
    <name>muster::console::ClusterMenu</name>
    <message>
        <source>S&amp;witch cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find a cluster…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Connect to a cluster…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Demo cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Manage clusters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::ClusterSwitcher</name>
    <message>
        <source>Switch cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name or address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name or address of the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::ConnectionTest</name>
    <message>
        <source>%1 has not answered for %2 s: is it a Muster master?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The master sent what this console does not understand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected, but the master is of version %1 and this console of %2: some things may be missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected: version %1, GPUs: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::ConsoleWindow</name>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Muster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Demo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample jobs are submitted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layout is as at the first start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings of %1 are in use</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::DemoBar</name>
    <message>
        <source>Submit sample jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect to a cluster…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs that train, wait or fail, for five minutes at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Demo: simulated GPUs on this machine. It ends with the console.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::DemoCluster</name>
    <message>
        <source>Its GPUs are restricted and its jobs wait: only root may start containers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no muster-agentd beside this program or in PATH</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder %1 cannot be made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting a cluster with simulated GPUs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The demo cluster has not started within %1 s. It said: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not start: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its jobs wait: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The demo cluster has ended: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::DesktopNotifier</name>
    <message numerus="yes">
        <source>%n more notices</source>
        <translation type="unfinished">
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
        <source>GPU %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::HistoryPage</name>
    <message>
        <source>Usage by user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody used anything in this range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks count from the moment that they are given their resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing known yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list fills when the master answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not known: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. There were more tasks than the master counts at once: choose a shorter range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cluster</source>
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
</context>
<context>
    <name>muster::console::Link</name>
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
    <name>muster::console::ListOrders</name>
    <message>
        <source>Drain…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep new work away from the chosen nodes, and end what runs there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place work on the chosen nodes again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the chosen jobs in the queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let the chosen jobs start again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kill…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the chosen jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the chosen tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restrict…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep new work away from the chosen GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offer the chosen GPUs again</source>
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
    <name>muster::console::LogMemory</name>
    <message>
        <source>Save the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text (*.log *.txt);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
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
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light or dark theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::MainWindow</name>
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
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Operator mode has ended: no input for %n min</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1@%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – Muster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – %2 – Muster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cluster %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Alerts, %n not acknowledged</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::console::NodesPage</name>
    <message>
        <source>No agents have joined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On each machine of the cluster run: muster-agentd agent --master=HOST:5050</source>
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
    <name>muster::console::OperatorFrame</name>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Viewer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator mode is on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Viewer: nothing can be changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to viewing, %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::OperatorMode</name>
    <message>
        <source>&amp;Operator mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Needed to drain, hold, restrict and kill; ends by itself after %n min without input</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Switch on operator mode, %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::OrderDesk</name>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes back: %1. It may stop what has started since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken back: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 done. Refused: %3</source>
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
    <message>
        <source>Alerts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All is well</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs that wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs by user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody has a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::ProfileEditor</name>
    <message>
        <source>Connecting to %1…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::SettingsPage</name>
    <message>
        <source>&amp;Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a &amp;job of mine starts or ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a &amp;GPU turns unhealthy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The command line shares this list: muster context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the next start on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ro&amp;ws of lists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows of lists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs to look at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From here on, the list of GPUs marks a value with a coloured sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Memory used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperat&amp;ure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> °C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notifications on the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window and keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of them (F1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset the la&amp;yout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns and the window as at the first start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These settings as a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without tokens and addresses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaces all settings of this console</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2), open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove %1 from the list?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cluster itself is not touched. A token that was typed here is deleted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings (*.ini)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::ShortcutList</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What they do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> or </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the id of the row</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::SpecActions</name>
    <message>
        <source>Clone and edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spec</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another job like it (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was submitted, as a file and a command line (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No spec of %1: %2</source>
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
    <message>
        <source>Show the alerts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Critical: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alerts that nobody has acknowledged: %1</source>
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
    <message>
        <source>The job was submitted with more than this form can say: that is left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved as template %1</source>
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
</context>
<context>
    <name>muster::console::WallWindow</name>
    <message>
        <source>Wall view of a cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Muster wall view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held by an alert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since %1 (%2), nothing known yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next attempt in %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (simulated GPUs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data %1 old</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No data</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::WelcomePage</name>
    <message>
        <source>&amp;Connect…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Demo cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A cluster is known by the address of its master and by a token. Without one at hand, the demo cluster shows everything on this machine, with simulated GPUs; it ends with this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known clusters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starts muster-agentd with simulated GPUs on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect to a cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::console::WorkPage</name>
    <message>
        <source>Why %1 waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has not run yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::AlertModel</name>
    <message>
        <source>Severity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acknowledged by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Muted until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not show as new if it comes back before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is wrong, and what to do about it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::AuditModel</name>
    <message>
        <source>%1:%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Detail</source>
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
    <message>
        <source>NUMA node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whose processors and memory are next to the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restricted by %1 since %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (until %2)</source>
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
    <message>
        <source>Held by %1 since %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::JobProblems</name>
    <message>
        <source>Give the job a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 characters, at most %2 are allowed</source>
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
    <message>
        <source>Say what is to be run, or give an image that knows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::NodeEventModel</name>
    <message>
        <source>The node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Detail</source>
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
    <message>
        <source>Drained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draining</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drained by %1 since %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drained by %1 since %2: %3</source>
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
    <name>muster::models::TopologyModel</name>
    <message>
        <source>so many NVLinks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1 is on NUMA node %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The NUMA node of GPU %1 is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1 to GPU %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1 itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, NVLinks: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: the driver does not tell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NUMA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::UsageModel</name>
    <message>
        <source>Together %1 GPU hours, %2 CPU hours; tasks: %3, failed: %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs held, busy or not, times hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the GPU hours of all users</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPUs held, busy or not, times hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That held something in this span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks that failed in this span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the queue, of jobs that started in this span at their first attempt</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::models::saveFile</name>
    <message>
        <source>%1 was not written: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not a file</source>
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
    <name>muster::widgets::AcknowledgeDialog</name>
    <message>
        <source>Acknowledge an alert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is being done; may be empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For 1 hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For 8 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For 1 day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An alert that is muted does not show as new if it comes back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Mute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::AlertWall</name>
    <message>
        <source>Alerts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No alerts</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Critical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody has acknowledged it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acknowledged by %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::ChartBoard</name>
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
        <source>Copy values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save or copy what the charts show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line: mean, tint: lowest to highest. Drag to zoom.</source>
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
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the values as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the charts as a picture</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::ClusterCharts</name>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 kW</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of all GPUs that are measured, idle ones included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs that a task holds, and all that are there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of all boards together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs in the queue, and jobs that run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait in the queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long the jobs in the queue have waited since they were submitted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No data in this range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The master keeps figures of the cluster from its start on. A longer range may have some.</source>
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
    <name>muster::widgets::CommandField</name>
    <message>
        <source>Text for a shell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words, one a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the command is given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A shell expands $NAME, * and pipes; words run as they stand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>python3
train.py
--epochs=10</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>python3 train.py --epochs 10</source>
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
    <name>muster::widgets::FormSection</name>
    <message>
        <source>%1. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n set</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Environment and files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OMP_NUM_THREADS=4
One a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of its environment, NAME=VALUE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>https://example.org/data.tar.gz
One a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetched into its sandbox, archives unpacked; &apos;#sha256=HEX&apos; at the end checks one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Terminal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It runs on a terminal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;muster attach&apos; comes to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Placement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rack:a
One a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cons&amp;traints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only machines with these attributes, NAME:VALUE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Priority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Higher ones start first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Res&amp;ources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cpus:1;mem:128;gpus:2;disk:1024</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of it in one, in place of GPUs, CPUs and memory above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retries and user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Retries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often to start it again when it fails</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who runs it on the node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Container</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of the image can be written: only the sandbox, /dev/shm, each tmpfs and each writable volume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Volumes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>/data/sets:/sets:ro
One a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HOST:PATH, HOST:PATH:ro: folders or files of the machine that its agent allows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tmp&amp;fs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>/tmp:size=64m,mode=1777,exec
One a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files in the task&apos;s memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>/dev/&amp;shm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task&apos;s memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its size, such as 1g</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nofile=1024:4096
One a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of its processes, NAME=SOFT or NAME=SOFT:HARD, -1 for unlimited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capabilities &amp;more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>IPC_LOCK
One a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of those that its agent allows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capabilities l&amp;ess</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ALL
One a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ALL, or single ones</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::GpuCharts</name>
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
        <source>Not measured by this board: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PCIe traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVLink traffic</source>
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
    <message>
        <source>NUMA node %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to GPU %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::GpuWall</name>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No GPUs in the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mem %1</source>
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
    <name>muster::widgets::JobSection</name>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train-resnet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What lists call it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Image</source>
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
        <source>&amp;Linked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs joined by NVLink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All GPUs of the job are direct NVLink peers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;ommand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is to be run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many, whole ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU &amp;type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only nodes whose attribute &quot;gpu&quot; has this value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;CPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares of a processor: 0.5 is half of one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the machine, not of the GPUs; a task that takes more is killed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 of %3 free)</source>
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
    <message>
        <source>%1 · marked: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::LogSearchBar</name>
    <message>
        <source>Find in the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only lines with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close, and show all lines (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln matches</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::LogText</name>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>err</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 err</source>
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
    <message numerus="yes">
        <source>All %n tasks</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 hidden by the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 older ones dropped: the newest %2 are kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 before them not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>↓ %Ln new lines</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Its output appears here once it runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has been written so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 of %1 lines match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filter hides all of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow the end again (End)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stdout and stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much of each file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much of each file is read; what comes later is added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Break long lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the end in view (End)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save or copy the lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save all lines…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the shown lines…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the shown lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search and filter (Ctrl+F)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::LostNotice</name>
    <message>
        <source>Not connected</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::NodeDetails</name>
    <message>
        <source>Details of the node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs of the node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks on the node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This node has no GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tasks on this node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Topology</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events of the node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody has done anything to this node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agent id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drained by</source>
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
        <source>Resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Joined</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Of the newest %n events of the cluster</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The events are not known: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The node is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 since %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::NoticeBar</name>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::OrderDialog</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it concerns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why, for those who ask later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why, if you like</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End of the order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Grace at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Else each task has the grace period that it asked for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest grace period</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Type %1 to confirm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A reason is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reason is %1 bytes long: %2 are enough for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The number has to be typed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::OverviewWall</name>
    <message>
        <source>%1 W</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 kW</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out of service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agents have joined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Utilisation of each GPU</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::PatternField</name>
    <message>
        <source>Match upper and lower case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only lines without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::ProfileDialog</name>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Green</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Orange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Red</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Purple</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grey</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Test the connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect to a cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to call it, for example lab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gpu.example.org:5050 or https://gpu.example.org:5050</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or paste it: it is kept in a file that only you can read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only if the certificate is of an authority of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token &amp;file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file with the token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;oken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;CA file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The certificate authority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Co&amp;lour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CA file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour of the stripe at the window&apos;s edge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another cluster is called %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the address of its master</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the token or its file, not both</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::QueueWall</name>
    <message>
        <source>Queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By reason – %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No job waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No job runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>GPUs: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::SaveTemplateDialog</name>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Letters, digits, dot, underscore and dash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What people should know who use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (now %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It asks for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::ShortList</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
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
    <name>muster::widgets::SpecDialog</name>
    <message>
        <source>Spec of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was submitted with more than can be said here: this is not all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clone and edit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::SpecPreview</name>
    <message>
        <source>The job as a file (YAML)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the job as a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
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
    <name>muster::widgets::StaleVeil</name>
    <message>
        <source>Old data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DATA FROM %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::SubmitForm</name>
    <message>
        <source>Check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where it would be placed now, without submitting it</source>
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
    <message>
        <source>Save as template…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For jobs like this one: the template has its fields</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::TemplatePanel</name>
    <message>
        <source>&amp;Template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files in the folder muster/templates of your settings, and in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None are saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (broken)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16g</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>/data/sets</source>
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
<context>
    <name>muster::widgets::TopologyView</name>
    <message>
        <source>Topology</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This node has no GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This node has one GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The driver of this node does not tell how its GPUs are joined</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::WallFooter</name>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>muster::widgets::WallHeader</name>
    <message>
        <source>Cluster and time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
