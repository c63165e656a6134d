# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# What is installed, and the Debian packages of it (scripts/package): one component, one package.
#
#   muster-daemon    the program of master and agent, its companions, the simulator
#   muster-master    the service of the master, its user and configuration
#   muster-agent     the service of the agent, its configuration
#   muster-cli       the command line
#   muster-console   the desktop console
set(MUSTER_REVISION 1 CACHE STRING "The packages' revision of this version")
set(MUSTER_MAINTAINER "The Muster authors <muster@users.noreply.github.com>" CACHE STRING "Who answers for the packages")
set(components muster-daemon muster-master muster-agent muster-cli)
if(MUSTER_CONSOLE)
    list(APPEND components muster-console)
endif()
set(debian ${CMAKE_SOURCE_DIR}/resources/debian)
set(made ${CMAKE_BINARY_DIR}/package)
# cpack would build all tests first: scripts/package builds what is packed.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY TRUE)

# Manual pages, configuration files and completion, written by the programs whose tables they come from.
set(writers muster-daemon-manual muster-cli-manual)
if(MUSTER_CONSOLE)
    list(APPEND writers muster-console-manual)
endif()
set(commands "")
foreach(writer IN LISTS writers)
    list(APPEND commands COMMAND ${writer} ${made})
endforeach()
foreach(shell bash zsh fish)
    list(APPEND commands COMMAND muster completion ${shell} > ${made}/completion/${shell})
endforeach()
add_custom_command(OUTPUT ${made}/made
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${made}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${made}/completion
    ${commands}
    COMMAND sh ${debian}/compress.sh ${made} ${CMAKE_SOURCE_DIR}/CHANGELOG.md
        ${PROJECT_VERSION}-${MUSTER_REVISION} ${MUSTER_MAINTAINER}
    COMMAND ${CMAKE_COMMAND} -E touch ${made}/made
    DEPENDS ${writers} muster ${debian}/compress.sh ${CMAKE_SOURCE_DIR}/CHANGELOG.md VERBATIM)
add_custom_target(muster-packaged DEPENDS ${made}/made)
add_dependencies(muster-packaged muster-agentd muster)
if(MUSTER_CONSOLE)
    add_dependencies(muster-packaged muster-console)
endif()

set(private lib/muster) # what the daemon starts, never a person
install(TARGETS muster-agentd DESTINATION bin COMPONENT muster-daemon)
install(TARGETS muster-nvml muster-init muster-unpack muster-fetch muster-sim-driver muster-nvidia-smi
    DESTINATION ${private} COMPONENT muster-daemon)
get_property(simulated GLOBAL PROPERTY MUSTER_SIM_LIBRARIES)
install(TARGETS ${simulated} LIBRARY DESTINATION ${private}/sim-driver COMPONENT muster-daemon)
install(TARGETS muster-nvml-sim LIBRARY DESTINATION ${private} COMPONENT muster-daemon)
install(DIRECTORY resources/scenarios DESTINATION share/muster COMPONENT muster-daemon
    FILES_MATCHING PATTERN "*.json")
install(DIRECTORY ${made}/man/ DESTINATION share/man/man8 COMPONENT muster-daemon
    FILES_MATCHING PATTERN "*.8.gz")
install(FILES resources/prometheus/muster.rules.yml resources/prometheus/prometheus.yml.example
    DESTINATION share/doc/muster-master/examples/prometheus COMPONENT muster-master)
install(FILES resources/grafana/muster.json DESTINATION share/doc/muster-master/examples/grafana COMPONENT muster-master)
foreach(role master agent)
    install(FILES resources/systemd/muster-${role}.service DESTINATION /lib/systemd/system
        COMPONENT muster-${role})
    install(FILES ${made}/config/${role}.toml DESTINATION /etc/muster COMPONENT muster-${role})
endforeach()

install(TARGETS muster DESTINATION bin COMPONENT muster-cli)
install(DIRECTORY ${made}/man/ DESTINATION share/man/man1 COMPONENT muster-cli
    FILES_MATCHING PATTERN "muster.1.gz" PATTERN "muster-*.1.gz" PATTERN "muster-console.1.gz" EXCLUDE)
install(FILES ${made}/completion/bash DESTINATION share/bash-completion/completions RENAME muster
    COMPONENT muster-cli)
install(FILES ${made}/completion/zsh DESTINATION share/zsh/vendor-completions RENAME _muster
    COMPONENT muster-cli)
install(FILES ${made}/completion/fish DESTINATION share/fish/vendor_completions.d RENAME muster.fish
    COMPONENT muster-cli)
install(DIRECTORY resources/templates DESTINATION share/doc/muster-cli/examples COMPONENT muster-cli
    FILES_MATCHING PATTERN "*.yaml")

if(MUSTER_CONSOLE)
    install(DIRECTORY ${made}/man/ DESTINATION share/man/man1 COMPONENT muster-console
        FILES_MATCHING PATTERN "muster-console.1.gz")
    install(FILES resources/systemd/muster-kiosk.service DESTINATION share/doc/muster-console/examples
        COMPONENT muster-console)
endif()

foreach(component IN LISTS components)
    install(FILES ${debian}/copyright DESTINATION share/doc/${component} COMPONENT ${component})
    install(FILES ${made}/changelog.gz ${made}/changelog.Debian.gz DESTINATION share/doc/${component} COMPONENT ${component})
endforeach()
install(FILES ${debian}/muster-daemon.lintian DESTINATION share/lintian/overrides RENAME muster-daemon
    COMPONENT muster-daemon)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME muster)
set(CPACK_PACKAGE_VENDOR "The Muster authors")
set(CPACK_PACKAGE_CONTACT ${MUSTER_MAINTAINER})
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_SET_DESTDIR ON) # units and configuration are outside /usr
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
    GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${MUSTER_REVISION})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

# muster_package(COMPONENT SECTION s DEPENDS ... RECOMMENDS ... SUGGESTS ... SUMMARY s TEXT paragraph...)
function(muster_package component)
    cmake_parse_arguments(ARG "" "SECTION;DEPENDS;RECOMMENDS;SUGGESTS;SUMMARY;TEXT" "" ${ARGN})
    string(TOUPPER ${component} name)
    foreach(pair PACKAGE_NAME=${component} PACKAGE_SECTION=${ARG_SECTION} PACKAGE_DEPENDS=${ARG_DEPENDS}
            PACKAGE_RECOMMENDS=${ARG_RECOMMENDS} PACKAGE_SUGGESTS=${ARG_SUGGESTS}
            DESCRIPTION=${ARG_SUMMARY}\n${ARG_TEXT})
        string(FIND "${pair}" "=" at)
        string(SUBSTRING "${pair}" 0 ${at} key)
        math(EXPR at "${at} + 1")
        string(SUBSTRING "${pair}" ${at} -1 value)
        if(value)
            set(CPACK_DEBIAN_${name}_${key} "${value}" PARENT_SCOPE)
        endif()
    endforeach()
endfunction()

# muster_service(role state account): the maintainer scripts of a service's package. `account` are further lines of postinst.
function(muster_service role state account)
    set(service muster-${role}.service)
    set(control ${CMAKE_BINARY_DIR}/control/${role})
    foreach(script postinst prerm postrm)
        configure_file(${debian}/${script}.in ${control}/${script} @ONLY)
    endforeach()
    file(WRITE ${control}/conffiles "/etc/muster/${role}.toml\n")
    string(TOUPPER ${role} name)
    set(CPACK_DEBIAN_MUSTER-${name}_PACKAGE_CONTROL_EXTRA
        ${control}/conffiles ${control}/postinst ${control}/prerm ${control}/postrm PARENT_SCOPE)
endfunction()
muster_service(master /var/lib/muster "
    # The account stays when the package goes: files may belong to it.
    if ! getent passwd muster >/dev/null; then
        adduser --system --group --quiet --no-create-home --home /var/lib/muster \\
            --gecos 'Muster master' muster
    fi")
muster_service(agent /var/lib/muster-agent "")

set(same "(= ${PROJECT_VERSION}-${MUSTER_REVISION})")
muster_package(muster-daemon SECTION admin
    SUMMARY "GPU cluster manager - daemon"
    TEXT "Muster turns Linux hosts with NVIDIA GPUs into one pool: a master offers what is free, agents run tasks in containers that can open only the GPUs they were given.
This package has the program of both, and a simulator for hosts without a GPU. Install muster-master or muster-agent to run it as a service.")
muster_package(muster-master SECTION admin
    DEPENDS "muster-daemon ${same}, adduser, tzdata"
    RECOMMENDS "muster-cli"
    SUMMARY "GPU cluster manager - master"
    TEXT "Muster turns Linux hosts with NVIDIA GPUs into one pool: a master offers what is free, agents run tasks in containers that can open only the GPUs they were given.
This package runs the master as a service. A cluster has one.")
muster_package(muster-agent SECTION admin
    DEPENDS "muster-daemon ${same}, conmon, runc"
    RECOMMENDS "skopeo"
    SUGGESTS "muster-cli, nvidia-driver"
    SUMMARY "GPU cluster manager - agent"
    TEXT "Muster turns Linux hosts with NVIDIA GPUs into one pool: a master offers what is free, agents run tasks in containers that can open only the GPUs they were given.
This package runs the agent as a service, on each host that runs tasks.")
muster_package(muster-cli SECTION admin
    SUMMARY "GPU cluster manager - command line"
    TEXT "Muster turns Linux hosts with NVIDIA GPUs into one pool: a master offers what is free, agents run tasks in containers that can open only the GPUs they were given.
This package has the command line: it submits jobs, shows GPUs, nodes and logs, drains nodes, restricts GPUs, and checks a host.")
muster_package(muster-console SECTION x11
    DEPENDS "fonts-dejavu-core"
    RECOMMENDS "qttranslations5-l10n"
    SUGGESTS "muster-daemon"
    SUMMARY "GPU cluster manager - desktop console"
    TEXT "Muster turns Linux hosts with NVIDIA GPUs into one pool: a master offers what is free, agents run tasks in containers that can open only the GPUs they were given.
This package has the desktop console and its wall view: a heat map of all GPUs, tables, charts, alerts, and orders of operators.")
include(CPack)
